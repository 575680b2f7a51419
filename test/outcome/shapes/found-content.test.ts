import { describe, expect, it } from 'vitest'
import { classifyResult } from '../../../src/outcome/classify-result.ts'
import { readText, textResult } from '../../support/tool-results.ts'

describe('content', () => {
  it('may be pictures, sounds, links and files', () => {
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

  it('may be words, in one block or several', () => {
    expect(readText('The shop opens at nine.')).toMatchObject({ status: 'found', reason: 'content' })
    expect(classifyResult(textResult('First.', 'Second.'), { effect: 'read' }).status).toBe('found')
  })

  it('beside words that say "none", a picture was found', () => {
    const result = {
      content: [
        { type: 'text', text: 'No text found.' },
        { type: 'image', data: 'iVBO', mimeType: 'image/png' },
      ],
    }
    expect(classifyResult(result, { effect: 'read' }).status).toBe('found')
  })

  it('of an action is its receipt', () => {
    expect(readText('Ticket 9 is closed.', { effect: 'write' }).status).toBe('completed')
  })

  it('is none where a picture or a text holds nothing', () => {
    expect(
      classifyResult({ content: [{ type: 'image', data: '', mimeType: 'image/png' }] }, { effect: 'read' })
        .status,
    ).toBe('found_none')
    expect(readText(' \n').status).toBe('found_none')
  })
})
