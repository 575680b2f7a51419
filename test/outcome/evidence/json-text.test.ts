import { describe, expect, it } from 'vitest'
import { JSON_TEXT_LIMIT, NOT_JSON, parseJsonText } from '../../../src/outcome/evidence/json-text.ts'

describe('JSON in a text', () => {
  it.each([
    ['[]', []],
    [' {"a":1}\n', { a: 1 }],
    ['""', ''],
    ['"x"', 'x'],
    ['null', null],
    ['true', true],
    ['-12.5', -12.5],
    ['[[], {"a":[]}]', [[], { a: [] }]],
  ])('%j is read', (text, value) => {
    expect(parseJsonText(text)).toEqual(value)
  })

  it.each([
    '',
    '   ',
    'hello',
    '[note] see below]',
    '{not json}',
    '[1,2, ...]',
    '{"a":1',
    '{"a":1} and more',
    '12 items',
    '"a" and "b"',
    '+5',
    '1e5',
    'NaN',
  ])('%j is none', (text) => {
    expect(parseJsonText(text)).toBe(NOT_JSON)
  })

  it('is not read above the limit', () => {
    const text = JSON.stringify(['x'.repeat(JSON_TEXT_LIMIT)])
    expect(parseJsonText(text)).toBe(NOT_JSON)
    expect(parseJsonText(JSON.stringify(['x'.repeat(JSON_TEXT_LIMIT - 10)]))).not.toBe(NOT_JSON)
  })
})
