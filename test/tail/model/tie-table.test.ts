import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TieTable } from '../../../src/tail/model/tie-table.ts'

test('a name keeps its first place, or takes the last one, whichever is asked for', () => {
  const table = new TieTable()
  expect(table.get(1, 'a')).toBe(-1)
  expect(table.first(1, 'a', 3)).toBe(3)
  expect(table.first(1, 'a', 7)).toBe(3)
  expect(table.last(1, 'a', 9)).toBe(3)
  expect(table.get(1, 'a')).toBe(9)
  expect(table.get(2, 'a')).toBe(-1)
})

test('knows thousands of names', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 50, maxLength: 200 }), (names) => {
      const table = new TieTable()
      for (let round = 0; round < 20; round++)
        for (const [at, name] of names.entries()) table.first(round, name, round * 1000 + at)
      for (let round = 0; round < 20; round++)
        for (const [at, name] of names.entries())
          expect(table.get(round, name)).toBeLessThanOrEqual(round * 1000 + at)
    }),
    { numRuns: 20 },
  )
})
