import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { classifyValue } from '../../../src/outcome/classify-value.ts'
import { textResult } from '../../support/tool-results.ts'

const EMPTY: readonly (readonly [string, unknown, string])[] = [
  ['no blocks', { content: [] }, 'empty_content'],
  ['no content', {}, 'empty_content'],
  ['an empty text', textResult(''), 'empty_text'],
  ['spaces', textResult(' \n\t '), 'empty_text'],
  ['characters that nobody sees', textResult('\u200b\u2060\ufeff'), 'empty_text'],
  ['a block without its text', { content: [{ type: 'text' }] }, 'empty_text'],
  ['JSON of an empty string', textResult('""'), 'empty_text'],
  ['null', textResult('null'), 'null_value'],
  [
    'a file without a word in it',
    { content: [{ type: 'resource', resource: { uri: 'a:b', text: '' } }] },
    'empty_text',
  ],
]

describe('nothing came back', () => {
  it.each(EMPTY)('%s: none from a look-up, and nothing states the coverage', (_name, result, reason) => {
    expect(classifyResult(result, { effect: 'read' })).toMatchObject({
      status: 'found_none',
      reason,
      coverage: { status: 'unknown' },
    })
  })

  it.each(EMPTY)('%s: done from an action', (_name, result) => {
    const outcome = classifyResult(result, { effect: 'write' })
    expect(outcome).toMatchObject({ status: 'completed', reason: 'void_write' })
    expect(outcome).not.toHaveProperty('count')
  })

  it.each(EMPTY)('%s: unknown from a tool that nobody knows', (_name, result) => {
    expect(classifyResult(result).status).toBe('unknown')
  })

  it('a plain function that returns nothing reads alike', () => {
    for (const value of [null, undefined, '', '  ']) {
      expect(classifyValue(value, { effect: 'read' }).status).toBe('found_none')
      expect(classifyValue(value, { effect: 'write' }).status).toBe('completed')
      expect(classifyValue(value).status).toBe('unknown')
    }
  })

  it('a sound beside a blank text is an answer', () => {
    const result = {
      content: [
        { type: 'text', text: '' },
        { type: 'audio', data: 'UklG', mimeType: 'audio/wav' },
      ],
    }
    expect(classifyResult(result, { effect: 'read' }).status).toBe('found')
  })
})
