import { expect, test } from 'vitest'
import { viewHash } from '../../../../src/tail/facts/scan/view-hash.ts'

test.each([0, 1, 5, 6, 7, 300, 26_000_000, 80_000_000])('reads within %i bytes', (length) => {
  const view = new DataView(new ArrayBuffer(length))
  expect(viewHash(view, 0, length)).toBe(viewHash(view, 0, length))
})
