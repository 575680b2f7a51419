import { expect, test } from 'vitest'
import { randomId } from '../../src/budget/random-id.ts'

test('64 bits as lower-case hex, no two alike', () => {
  const ids = Array.from({ length: 10_000 }, () => randomId())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[0-9a-f]{16}$/.test(id))).toEqual([])
})

test('comes from the numbers given, where there are some', () => {
  const numbers = [0, 0.999999999]
  expect(randomId(() => numbers.shift() ?? 0)).toBe('00000000fffffffb')
})
