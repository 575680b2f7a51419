import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArrivalMap } from '../../../src/tail/model/arrival-map.ts'

test('gives back what was put in, in the order in which it came', () => {
  const map = new ArrivalMap<number>()
  expect([map.size, map.first, map.get('a')]).toEqual([0, undefined, undefined])
  for (const [index, key] of ['b', 'a', 'c'].entries()) map.set(key, index)
  map.set('a', 7)
  expect([...map.entries()]).toEqual([
    ['b', 0],
    ['a', 7],
    ['c', 2],
  ])
  map.delete('b')
  map.set('b', 9)
  expect([map.first, map.get('b'), map.has('c'), map.size]).toEqual([7, 9, true, 3])
})

test('is a map that keeps its order, whatever is put in and taken out', () => {
  const keys = fc.constantFrom(
    '',
    'a',
    'b',
    'ab',
    'ba',
    'é',
    ...Array.from({ length: 40 }, (_, at) => `k${at}`),
  )
  const steps = fc.array(fc.record({ key: keys, isRemoval: fc.boolean() }), { maxLength: 300 })
  fc.assert(
    fc.property(steps, (all) => {
      const ours = new ArrivalMap<number>()
      const theirs = new Map<string, number>()
      for (const [index, { key, isRemoval }] of all.entries()) {
        if (isRemoval) {
          ours.delete(key)
          theirs.delete(key)
        } else {
          ours.set(key, index)
          theirs.set(key, index)
        }
        expect([ours.size, ours.get(key), ours.first]).toEqual([
          theirs.size,
          theirs.get(key),
          theirs.values().next().value,
        ])
      }
      expect([...ours.entries()]).toEqual([...theirs])
    }),
  )
})
