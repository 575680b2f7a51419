import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACK_OFF_CAP_MS, BACK_OFF_START_MS, backOffMs } from '../../src/budget/back-off.ts'

test('the bound doubles from its start to its cap, and the wait is any share of it', () => {
  const bounds = [1, 2, 3, 4, 5, 6, 60].map((repeat) => backOffMs(repeat, undefined, () => 1))
  expect(bounds).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
  expect(backOffMs(3, undefined, () => 0)).toBe(0)
})

test('REQ-23 never shorter than the hint, never longer than hint and cap', () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.option(fc.nat(), { nil: undefined }),
      share,
      (repeat, hintMs, random) => {
        const waitMs = backOffMs(repeat, hintMs, () => random)
        expect(waitMs).toBeGreaterThanOrEqual(hintMs ?? 0)
        expect(waitMs).toBeLessThanOrEqual(Math.max(hintMs ?? 0, BACK_OFF_CAP_MS))
      },
    ),
  )
  expect(BACK_OFF_START_MS).toBeLessThan(BACK_OFF_CAP_MS)
})
