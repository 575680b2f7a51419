import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('REQ-11: numbers of parts that failed', () => {
  it.each([
    ['rows that failed', { mean: 3.7, rows_read: 9, rows_failed: 4 }],
    ['agents that ended in an error', { summary: 'Fine.', usage: { agents_done: 1, agents_error: 4 } }],
    ['workers that did not return', { launched: 22, returned: 7, findings: [{ id: 1 }] }],
  ])('%s make the coverage partial', (_name, value) => {
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it.each([
    ['no rows failed', { mean: 3.7, rows_failed: 0 }],
    ['all came back', { launched: 7, returned: 7, findings: [{ id: 1 }] }],
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
  ])('%s', (_name, value) => {
    expect(readJson(value).coverage.status).not.toBe('partial')
  })
})
