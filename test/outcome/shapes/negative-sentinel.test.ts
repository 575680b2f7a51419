import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('negative counts', () => {
  it.each([{ total: -1, issues: [] }, { matches: -1 }, { count: -1, results: [] }, { total_count: -1 }])(
    'REQ-10: %j never looked',
    (value) => {
      expect(readJson(value)).toMatchObject({ status: 'failed', reason: 'negative_sentinel' })
    },
  )

  it.each([
    { invoice: 'x', total: -20, currency: 'EUR' },
    { total: -20 },
    { temperature: -1 },
    { total: -1, issues: [1] },
  ])('%j is an amount, or a listing that is there', (value) => {
    expect(readJson(value).status).toBe('found')
  })
})
