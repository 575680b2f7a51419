import { expect, test } from 'vitest'
import { foundOnce } from '../../../src/tail/model/found-once.ts'

test('an answer is found once as long as nobody asks about something else', () => {
  const asked: number[][] = []
  const sumOf = foundOnce((numbers: readonly number[]) => {
    asked.push([...numbers])
    return numbers.reduce((sum, number) => sum + number, 0)
  })
  const [first, second] = [
    [1, 2],
    [3, 4],
  ]
  expect([sumOf(first), sumOf(first), sumOf(second), sumOf(second)]).toEqual([3, 3, 7, 7])
  expect(asked).toEqual([
    [1, 2],
    [3, 4],
  ])
  expect(sumOf(first)).toBe(3)
})

test('an answer that is undefined is an answer', () => {
  let asked = 0
  const nothing = foundOnce((_: object) => {
    asked++
  })
  const key = {}
  nothing(key)
  nothing(key)
  expect(asked).toBe(1)
})
