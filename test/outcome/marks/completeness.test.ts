import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('statements about the whole', () => {
  it.each([
    [{ total_count: 0, incomplete_results: false, items: [] }, 'complete'],
    [{ total_count: 0, incomplete_results: true, items: [] }, 'partial'],
    [{ items: [1], complete: true }, 'complete'],
    [{ items: [1], is_complete: false }, 'partial'],
    [{ hits: [], timed_out: true }, 'partial'],
    [{ hits: [], timed_out: false }, 'unknown'],
  ])('%j: %s', (value, coverage) => {
    expect(readJson(value).coverage.status).toBe(coverage)
  })

  it('calling itself complete beside a cut contradicts itself', () => {
    expect(readJson({ items: [1], complete: true, truncated: true }).coverage.status).toBe('unknown')
  })

  it('shards that all answered are complete, with their number', () => {
    const value = { _shards: { total: 5, successful: 5, failed: 0 }, hits: { total: { value: 0 }, hits: [] } }
    expect(readJson(value)).toMatchObject({
      status: 'found_none',
      total: 0,
      coverage: { status: 'complete', sourcesExpected: 5, sourcesCovered: 5 },
    })
  })

  it('shards of which some failed are partial', () => {
    const value = { _shards: { total: 5, successful: 3, failed: 2 }, hits: { total: { value: 0 }, hits: [] } }
    expect(readJson(value).coverage).toEqual({ status: 'partial', sourcesExpected: 5, sourcesCovered: 3 })
  })
})
