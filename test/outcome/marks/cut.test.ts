import { describe, expect, it } from 'vitest'
import { readJson, readText } from '../../support/tool-results.ts'

describe('cuts', () => {
  it.each([
    [{ hosts: [1, 2], truncated: true }],
    [{ id: 4, toolInput: 'SELECT …', truncatedFields: ['toolInput'] }],
    [{ text: 'Chapter 1. It was a', finish_reason: 'length' }],
    [{ text: 'Chapter 1. It was a', stop_reason: 'max_tokens' }],
  ])('a field says so: %j', (value) => {
    expect(readJson(value)).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'partial' },
    })
  })

  it.each([
    'first\n[... 41235 characters truncated ...]\nlast',
    'Call the bank… [truncated]',
    '# Tides\n\n<error>Content truncated. Call with a start_index of 5000.</error>',
    'id | name\n1 | a\n... 2 of 5,318 rows displayed.',
    'Showing 10 of 200 results:\na\nb',
    'Output truncated to 5000 characters: abc',
    'a\nb\n... (41235 characters)',
    'a\nb\n… and 15 more',
    '[Warning: Output truncated from 50000 to 10000 characters]\nabc',
    '[1,2, ...]',
  ])('words say so: %j', (text) => {
    expect(readText(text)).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'partial' },
    })
  })

  it('a mark is seen at the end of a long text', () => {
    expect(readText(`${'word '.repeat(20_000)}[truncated]`).truncated).toBe(true)
    expect(readText(`${'word '.repeat(20_000)}.`)).not.toHaveProperty('truncated')
  })

  it('JSON that ends in the middle is seen and states nothing', () => {
    expect(readText('{"total":276,"shifts":[{"id":1},{"id":2,"da')).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'unknown' },
    })
  })

  it.each([
    '5 of 5 rows displayed.',
    'Showing 1 of 1 results',
    '3 of 10 people prefer tea.',
    'The report was truncated by its editor.',
    'A (truncated icosahedron) is a solid.',
    '[1] A footnote, and [2] another',
  ])('%j is no cut', (text) => {
    const outcome = readText(text)
    expect(outcome.coverage.status).toBe('unknown')
    expect(outcome).not.toHaveProperty('truncated')
  })

  it('"truncated: false" is kept and states nothing about coverage', () => {
    expect(readJson({ hosts: [1], truncated: false })).toMatchObject({
      truncated: false,
      coverage: { status: 'unknown' },
    })
  })
})
