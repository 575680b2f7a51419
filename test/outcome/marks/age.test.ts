import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const items = [{ id: 1 }]

describe('ages', () => {
  it.each([
    [
      { items, ageSeconds: 300, ttlSeconds: 900 },
      { status: 'fresh', ageMs: 300_000, maxAgeMs: 900_000 },
    ],
    [
      { items, age_ms: 1000, max_age_ms: 900 },
      { status: 'stale', ageMs: 1000, maxAgeMs: 900 },
    ],
    [
      { items, _stale: true, _stale_age_seconds: 86_400 },
      { status: 'stale', ageMs: 86_400_000 },
    ],
    [
      { items, cache_age_minutes: 5 },
      { status: 'unknown', ageMs: 300_000 },
    ],
    [{ items, stale: false }, { status: 'fresh' }],
    [{ items, metadata: { cache: 'hit' } }, { status: 'unknown' }],
    [{ items, ttlSeconds: 900 }, { status: 'unknown' }],
  ])('REQ-8: %j', (value, freshness) => {
    expect(readJson(value).freshness).toEqual(freshness)
  })

  it('the age of a person is no age of the data', () => {
    expect(readJson({ name: 'Ann', age: 41 }).freshness).toEqual({ status: 'unknown' })
  })

  it('REQ-8: freshness and coverage are independent of the count', () => {
    const value = { rows: [], rows_scanned: 12, stale: true }
    expect(readJson(value)).toMatchObject({
      status: 'found_none',
      coverage: { status: 'complete' },
      freshness: { status: 'stale' },
    })
  })
})
