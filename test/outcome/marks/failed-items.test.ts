import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('REQ-11: an item that failed', () => {
  it.each([
    [
      'an entry that is an error',
      {
        logs: [
          { job: 1, logs: 'x' },
          { job: 2, error: '410 Gone' },
        ],
      },
    ],
    [
      'a leg that was rejected',
      [
        { status: 'fulfilled', value: 1 },
        { status: 'rejected', reason: {} },
      ],
    ],
    ['errors of GraphQL beside data', { data: { a: { id: 1 } }, errors: [{ message: 'b is down' }] }],
  ])('%s makes the coverage partial', (_name, value) => {
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it.each([
    [
      'a job that failed is a record',
      {
        jobs: [
          { id: 1, status: 'failed', error: 'x' },
          { id: 2, status: 'ok', ms: 3 },
        ],
      },
    ],
    [
      'each entry is a record with its error',
      {
        runs: [
          { id: 1, error: 'a' },
          { id: 2, error: 'b' },
        ],
      },
    ],
    [
      'entries that carry an empty error',
      {
        runs: [
          { id: 1, error: '' },
          { id: 2, error: null },
        ],
      },
    ],
  ])('%s', (_name, value) => {
    expect(readJson(value).coverage.status).not.toBe('partial')
  })
})
