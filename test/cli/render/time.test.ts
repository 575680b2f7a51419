import { expect, test } from 'vitest'
import { duration, moment } from '../../../src/cli/render/time.ts'

test.each([
  [0, '0 ms'],
  [999.4, '999 ms'],
  [999.6, '1 s'],
  [25_600, '25.6 s'],
  [59_999, '60 s'],
  [60_000, '1 min 0 s'],
  [250_000, '4 min 10 s'],
  [3_599_999, '1 h 0 min'],
  [7_500_000, '2 h 5 min'],
])('%d ms is %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test('a point in time is UTC, and a number that is none does no harm', () => {
  expect(moment(1_768_467_600_250.5)).toBe('2026-01-15T09:00:00.250Z')
  expect(moment(Number.NaN)).toBe('?')
  expect(moment(1e300)).toBe('?')
})
