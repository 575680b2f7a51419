import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { readJson, textResult } from '../../support/tool-results.ts'

describe('a list that is empty', () => {
  it.each([
    ['a list', [], 'empty_array', 0],
    ['a count row', [{ count: 0 }], 'zero_count', 0],
    ['a row of nulls', [{ max: null, min: null }], 'blank_rows', undefined],
    ['lists in a list', [[], []], 'blank_rows', undefined],
  ])('%s', (_name, value, reason, count) => {
    const outcome = readJson(value)
    expect([outcome.status, outcome.reason, outcome.count]).toEqual(['found_none', reason, count])
    expect(outcome.coverage.status).toBe('unknown')
  })

  it('from a tool that nobody knows has the shape of a look-up', () => {
    expect(classifyResult(textResult('[]')).status).toBe('found_none')
  })

  it.each([
    ['a count by region', [{ region: 'eu', count: 0 }]],
    ['a list of zeros', [0, 0]],
    ['a list with a hole', [{ id: 1 }, null]],
  ])('%s is found', (_name, value) => {
    expect(readJson(value).status).toBe('found')
  })
})
