import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('a cut in words', () => {
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
})
