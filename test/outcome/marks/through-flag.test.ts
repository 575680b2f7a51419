import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('a flag that says whether a search got through', () => {
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
})
