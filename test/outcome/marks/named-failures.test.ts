import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('REQ-11: parts that are named as failed', () => {
  it.each([
    ['parts named as failed', { succeeded: [{ id: 1 }], failed: [{ id: 2, error: 'x' }] }],
    ['errors beside a listing', { results: [{ id: 1 }], errors: ['eu is down'] }],
    ['an error in words beside a listing', { items: [{ id: 1 }], error: 'eu timed out' }],
  ])('%s make the coverage partial', (_name, value) => {
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it.each([
    ['nothing named as failed', { succeeded: [{ id: 1 }], failed: [] }],
    ['warnings', { results: [{ id: 1 }], warnings: ['slow'] }],
    ['a job with its error', { id: 'j1', items: [1], error: 'exit 1' }],
    ['no error', { results: [{ id: 1 }], errors: [], error: null }],
  ])('%s', (_name, value) => {
    expect(readJson(value).coverage.status).not.toBe('partial')
  })
})
