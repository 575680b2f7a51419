import { expect, test } from 'vitest'
import { durationMs } from '../../src/cli/duration.ts'

test.each([
  ['90s', 90_000],
  ['30m', 1_800_000],
  ['1h', 3_600_000],
  ['7d', 604_800_000],
  ['0h', undefined],
  ['1', undefined],
  ['h', undefined],
  ['1 h', undefined],
  ['1w', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['9999999h', undefined],
])('%s is %s milliseconds', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})
