import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { readJson } from '../../support/tool-results.ts'

describe('a value', () => {
  it('counts its listing, wherever it lies', () => {
    expect(readJson({ regions: ['eu', 'us'] }).count).toBe(2)
    expect(readJson({ data: { items: [1, 2, 3] } }).count).toBe(3)
  })

  it('a thing with a list in it is one thing', () => {
    expect(readJson({ id: 7, name: 'Lamp', tags: ['a', 'b'] })).not.toHaveProperty('count')
  })

  it('may be a number or a boolean', () => {
    for (const value of [0, false, 12.5, true]) {
      expect(classifyValue(value, { effect: 'read' }).status).toBe('found')
      expect(readJson(value).status).toBe('found')
    }
  })

  it('in the structured view alone is an answer', () => {
    const result = { content: [], structuredContent: { greeting: 'hi' } }
    const outcome = classifyResult(result, { effect: 'read' })
    expect(outcome.status).toBe('found')
    expect(outcome).not.toHaveProperty('viewsDisagree')
  })

  it('from an action it is done, without a count', () => {
    const outcome = readJson({ rowCount: 0, rows: [], command: 'UPDATE' }, { effect: 'write' })
    expect(outcome.status).toBe('completed')
    expect(outcome).not.toHaveProperty('count')
  })

  it('is none where it is null', () => {
    expect(readJson(null).status).toBe('found_none')
    expect(classifyValue(undefined, { effect: 'read' }).status).toBe('found_none')
  })
})
