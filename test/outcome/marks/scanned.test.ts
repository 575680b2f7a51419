import { describe, expect, it } from 'vitest'
import { readJson } from '../../support/tool-results.ts'

describe('a number of things looked at', () => {
  it.each([
    [{ trend: [], samples_collected: 288 }, 288],
    [{ matches: 0, files_considered: 120 }, 120],
    [{ Items: [], Count: 0, ScannedCount: 100 }, 100],
    [{ results: [], rowsScanned: 9 }, 9],
  ])('%j states complete coverage', (value, scanned) => {
    expect(readJson(value)).toMatchObject({ status: 'found_none', scanned, coverage: { status: 'complete' } })
  })

  it('none looked at states nothing', () => {
    expect(readJson({ trend: [], samples_collected: 0 }, { tool: 'get_trend' })).toMatchObject({
      scanned: 0,
      coverage: { status: 'unknown' },
    })
  })

  it('a cursor beside it makes a part of it', () => {
    const value = { Items: [], Count: 0, ScannedCount: 100, LastEvaluatedKey: { id: { S: 'x' } } }
    expect(readJson(value)).toMatchObject({ scanned: 100, coverage: { status: 'partial' } })
  })
})
