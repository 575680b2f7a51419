import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('a cut that a field states', () => {
  it.each([
    [{ hosts: [1, 2], truncated: true }],
    [{ id: 4, toolInput: 'SELECT …', truncatedFields: ['toolInput'] }],
    [{ text: 'Chapter 1. It was a', finish_reason: 'length' }],
    [{ text: 'Chapter 1. It was a', stop_reason: 'max_tokens' }],
  ])('a field says so: %j', (value) => {
    expect(readJson(value)).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'partial' },
    })
  })

  it('"truncated: false" is kept and states nothing about coverage', () => {
    expect(readJson({ hosts: [1], truncated: false })).toMatchObject({
      truncated: false,
      coverage: { status: 'unknown' },
    })
  })

  it.each([
    [{ id: 1, finish_reason: 'stop' }],
    [{ id: 1, truncatedFields: [] }],
    [{ length: 'length', text: 'a reef' }],
  ])('%j is no cut', (value) => {
    const outcome = readJson(value)
    expect(outcome.truncated).not.toBe(true)
    expect(outcome.coverage.status).toBe('unknown')
  })
})
