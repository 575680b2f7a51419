import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { readJson } from '../../support/tool-results.ts'

describe('parts that are missing', () => {
  it.each([
    ['rows that failed', { mean: 3.7, rows_read: 9, rows_failed: 4 }],
    ['agents that ended in an error', { summary: 'Fine.', usage: { agents_done: 1, agents_error: 4 } }],
    ['workers that did not return', { launched: 22, returned: 7, findings: [{ id: 1 }] }],
    ['keys left over', { Responses: { t: [{ id: 1 }] }, UnprocessedKeys: { t: { Keys: [1] } } }],
    ['parts named as failed', { succeeded: [{ id: 1 }], failed: [{ id: 2, error: 'x' }] }],
    ['errors beside a listing', { results: [{ id: 1 }], errors: ['eu is down'] }],
    ['an error in words beside a listing', { items: [{ id: 1 }], error: 'eu timed out' }],
    [
      'an entry that is an error',
      {
        logs: [
          { job: 1, logs: 'x' },
          { job: 2, error: '410 Gone' },
        ],
      },
    ],
  ])('REQ-11: %s make the coverage partial', (_name, value) => {
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it.each([
    [
      'failed_jobs counts what was asked for',
      {
        failed_jobs: 2,
        logs: [
          { job: 1, logs: 'x' },
          { job: 2, logs: 'y' },
        ],
      },
    ],
    ['no rows failed', { mean: 3.7, rows_failed: 0 }],
    ['all came back', { launched: 7, returned: 7, findings: [{ id: 1 }] }],
    ['nothing named as failed', { succeeded: [{ id: 1 }], failed: [] }],
    ['warnings', { results: [{ id: 1 }], warnings: ['slow'] }],
    ['a job with its error', { id: 'j1', items: [1], error: 'exit 1' }],
    ['nothing left over', { items: [1], UnprocessedKeys: {} }],
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

  it('an action that could not write all is done in part', () => {
    const value = { UnprocessedItems: { orders: [{ PutRequest: {} }] } }
    expect(classifyValue(value, { effect: 'write' })).toMatchObject({
      status: 'completed',
      coverage: { status: 'partial' },
    })
  })
})
