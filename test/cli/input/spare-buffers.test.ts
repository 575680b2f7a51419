import { expect, test } from 'vitest'
import { HeldBytes } from '../../../src/cli/input/held-bytes.ts'
import { giveBack, takeBytes } from '../../../src/cli/input/spare-buffers.ts'

test('a buffer that was given back is taken again, for anything that fits into it', () => {
  const first = takeBytes(300_000)
  giveBack(first.buffer)
  const second = takeBytes(200_000)
  expect(second.length).toBe(200_000)
  expect(second.buffer).toBe(first.buffer)
  expect(takeBytes(200_000).buffer).not.toBe(first.buffer)
})

test('a buffer that is too small is left for others', () => {
  const small = takeBytes(10)
  giveBack(small.buffer)
  expect(takeBytes(1_000_000).buffer).not.toBe(small.buffer)
  expect(takeBytes(10).buffer).toBe(small.buffer)
})

test('what is taken holds the bytes that were added, whatever the buffer held before', () => {
  const used = takeBytes(8)
  used.fill(7)
  giveBack(used.buffer)
  const held = new HeldBytes()
  held.add(Uint8Array.from([1, 2, 3, 4, 5]))
  expect([...held.take(3)]).toEqual([1, 2, 3])
  expect([...held.take(2)]).toEqual([4, 5])
})
