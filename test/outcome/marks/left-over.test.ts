import { describe, expect, it } from 'vitest'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { readJson } from '../../support/tool-results.ts'

describe('REQ-11: what was left over', () => {
  it.each([
    [{ Responses: { t: [{ id: 1 }] }, UnprocessedKeys: { t: { Keys: [1] } } }],
    [{ items: [1], unprocessed: ['b', 'c'] }],
  ])('%j is a part', (value) => {
    expect(readJson(value)).toMatchObject({ status: 'found', coverage: { status: 'partial' } })
  })

  it('an action that could not write all is done in part', () => {
    const value = { UnprocessedItems: { orders: [{ PutRequest: {} }] } }
    expect(classifyValue(value, { effect: 'write' })).toMatchObject({
      status: 'completed',
      coverage: { status: 'partial' },
    })
  })

  it.each([[{ items: [1], UnprocessedKeys: {} }], [{ items: [1], unprocessed: [] }]])(
    '%j is none',
    (value) => {
      expect(readJson(value).coverage.status).not.toBe('partial')
    },
  )
})
