import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { readJson, readText, textResult } from '../../support/tool-results.ts'

describe('something came back', () => {
  it('a list counts its entries, wherever it lies', () => {
    expect(classifyValue([{ id: 1 }, { id: 2 }], { effect: 'read' })).toMatchObject({
      status: 'found',
      count: 2,
    })
    expect(readJson([{ id: 1 }, { id: 2 }]).count).toBe(2)
    expect(readJson({ regions: ['eu', 'us'] }).count).toBe(2)
    expect(readJson({ data: { items: [1, 2, 3] } }).count).toBe(3)
  })

  it('one block an item is a list', () => {
    expect(classifyResult(textResult('{"id":1}', '{"id":2}'), { effect: 'read' })).toMatchObject({
      status: 'found',
      count: 2,
    })
  })

  it('a thing with a list in it is one thing', () => {
    expect(readJson({ id: 7, name: 'Lamp', tags: ['a', 'b'] })).not.toHaveProperty('count')
  })

  it('a number and a boolean are values', () => {
    for (const value of [0, false, 12.5, true]) {
      expect(classifyValue(value, { effect: 'read' }).status).toBe('found')
      expect(readJson(value).status).toBe('found')
    }
  })

  it('pictures, sounds, links and files are content', () => {
    for (const block of [
      { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } },
    ]) {
      expect(classifyResult({ content: [block] }, { effect: 'read' })).toMatchObject({
        status: 'found',
        reason: 'content',
      })
    }
  })

  it('data in the structured view alone is an answer', () => {
    const result = { content: [], structuredContent: { greeting: 'hi' } }
    const outcome = classifyResult(result, { effect: 'read' })
    expect(outcome.status).toBe('found')
    expect(outcome).not.toHaveProperty('viewsDisagree')
  })

  it('from an action it is done, without a count', () => {
    const outcome = readJson({ rowCount: 0, rows: [], command: 'UPDATE' }, { effect: 'write' })
    expect(outcome.status).toBe('completed')
    expect(outcome).not.toHaveProperty('count')
    expect(readText('Ticket 9 is closed.', { effect: 'write' }).status).toBe('completed')
  })
})
