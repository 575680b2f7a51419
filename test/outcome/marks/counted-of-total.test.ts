import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('none of so many', () => {
  it('two numbers of one noun say what was looked at', () => {
    const value = { message: 'No failed jobs found', total_jobs: 12, failed_jobs: 0 }
    expect(readJson(value)).toMatchObject({ count: 0, scanned: 12, coverage: { status: 'complete' } })
  })

  it('numbers of two nouns do not', () => {
    const value = { message: 'No failed jobs found', total_ms: 12, failed_jobs: 0 }
    expect(readJson(value).coverage.status).toBe('unknown')
  })
})
