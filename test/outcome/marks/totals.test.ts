import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

const nodes = [{ id: 1 }, { id: 2 }]

describe('totals', () => {
  it('as many as the total states nothing', () => {
    expect(readJson({ total: 2, issues: nodes })).toMatchObject({
      count: 2,
      total: 2,
      coverage: { status: 'unknown' },
    })
  })

  it('fewer than the total, and no word about more, states nothing either', () => {
    expect(readJson({ total: 9, issues: nodes }).coverage.status).toBe('unknown')
  })

  it('what is left states a part', () => {
    expect(readJson({ issues: nodes, remainingCount: 80 }).coverage.status).toBe('partial')
  })

  it('fewer than the total and no next page contradicts itself, whatever else is said', () => {
    const value = { totalCount: 85, nodes, remainingCount: 80, pageInfo: { hasNextPage: false } }
    expect(readJson(value)).toMatchObject({ count: 2, total: 85, coverage: { status: 'unknown' } })
    expect(readJson({ ...value, complete: true }).coverage.status).toBe('unknown')
  })
})
