import { describe, expect, it } from 'vitest'
import { readText } from '../../support/tool-results.ts'

describe('JSON that was cut', () => {
  it.each(['[1,2, ...]', '{"id":1,"rows":[1,2], …}'])('closed with dots, it states a part: %j', (text) => {
    expect(readText(text)).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'partial' },
    })
  })

  it('JSON that ends in the middle is seen and states nothing', () => {
    expect(readText('{"total":276,"shifts":[{"id":1},{"id":2,"da')).toMatchObject({
      status: 'found',
      truncated: true,
      coverage: { status: 'unknown' },
    })
  })

  it.each([
    '[1] A footnote, and [2] another',
    '[note] the shop opens at nine',
    '{placeholder} is left as it is',
    '{"id":1}',
  ])('%j is no cut', (text) => {
    const outcome = readText(text)
    expect(outcome.status).toBe('found')
    expect(outcome).not.toHaveProperty('truncated')
  })
})
