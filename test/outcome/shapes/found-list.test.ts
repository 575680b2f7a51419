import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { readJson, textResult } from '../../support/tool-results.ts'

describe('a list that holds something', () => {
  it('counts its entries, as a value, as JSON and as one block an item', () => {
    const items = [{ id: 1 }, { id: 2 }]
    for (const outcome of [
      classifyValue(items, { effect: 'read' }),
      readJson(items),
      classifyResult(textResult('{"id":1}', '{"id":2}'), { effect: 'read' }),
    ]) {
      expect([outcome.status, outcome.count]).toEqual(['found', 2])
    }
  })

  it('counts the legs of `allSettled` that brought something', () => {
    const legs = [
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: {} },
    ]
    expect(readJson(legs)).toMatchObject({ status: 'found', count: 1, coverage: { status: 'partial' } })
  })

  it('holds something with a nought or a hole in it', () => {
    for (const list of [[0], [false], [null, { id: 1 }]]) expect(readJson(list).status).toBe('found')
  })

  it('that is empty is none', () => {
    expect(readJson([]).status).toBe('found_none')
    expect(readJson([null, null]).status).toBe('found_none')
  })
})
