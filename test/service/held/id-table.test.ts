import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdTable } from '../../../src/service/held/id-table.ts'

test('finds what was added and nothing else, however much was taken out in between', () => {
  const id = fc.tuple(fc.nat(3), fc.nat(3))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), id), { maxLength: 200 }), (steps) => {
      const table = new IdTable(2, 16)
      const known = new Map<string, number>()
      for (const [isAdded, words] of steps) {
        const key = words.join(' ')
        const number = known.get(key)
        if (isAdded && number === undefined) known.set(key, added(table, ...words))
        else if (!isAdded && number !== undefined) {
          table.remove(number)
          known.delete(key)
        }
        for (let a = 0; a <= 3; a++)
          for (let b = 0; b <= 3; b++)
            expect(table.find(Uint32Array.of(a, b), 0)).toBe(known.get(`${a} ${b}`) ?? -1)
      }
      expect(table.size).toBe(known.size)
    }),
    { numRuns: 50 },
  )
})

test('says so when it is full, and has room again once an id has gone', () => {
  const table = new IdTable(1, 2)
  const first = added(table, 1)
  added(table, 2)
  expect(added(table, 3)).toBe(-1)
  table.remove(first)
  expect(added(table, 3)).toBe(first)
  expect(table.word(first, 0)).toBe(3)
})

/** Looks for an id, and adds it. */
function added(table: IdTable, ...words: readonly number[]): number {
  expect(table.find(Uint32Array.from(words), 0)).toBe(-1)
  return table.add(Uint32Array.from(words), 0)
}
