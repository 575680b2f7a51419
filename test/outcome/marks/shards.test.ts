import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('shards', () => {
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

  it.each([[{ total: 0, successful: 0, failed: 0 }], [{ total: 5 }], [3], [['a', 'b']]])(
    '%j says nothing',
    (shards) => {
      expect(readJson({ _shards: shards, hits: { hits: [] } }).coverage).toEqual({ status: 'unknown' })
    },
  )
})
