import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('objects that tell only how the call went', () => {
  it.each([
    { status: 200, message: 'Success', duration: 0 },
    { ok: true, message: 'done' },
    { status: 200, requestId: 'r-1', took: 3 },
  ])('%j is empty for a look-up and done for an action', (value) => {
    expect(readJson(value)).toMatchObject({ status: 'found_none', reason: 'no_payload' })
    expect(readJson(value, { effect: 'write' }).status).toBe('completed')
    expect(readJson(value, { effect: 'unknown' }).status).toBe('unknown')
  })

  it.each([
    { status: 'ok' },
    { ok: true },
    { message: 'Hello there' },
    { status: 200, data: { a: 1 } },
    { ok: true, result: 'Hi' },
  ])('%j is an answer', (value) => {
    expect(readJson(value).status).toBe('found')
  })
})
