import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackBuffers } from '../../../src/service/held/pack-buffers.ts'

test('what is given back is used again for what has nearly the same size', () => {
  const buffers = new PackBuffers()
  const first = buffers.take(65_000)
  buffers.give(first)
  const second = buffers.take(64_000)
  expect(second.buffer).toBe(first.buffer)
  expect(second.length).toBe(64_000)
  expect(buffers.take(64_000).buffer).not.toBe(first.buffer)
})

test('no two that are in use share memory, and none is more than an eighth too large', () => {
  const steps = fc.array(fc.oneof(fc.integer({ min: 0, max: 300_000 }), fc.constant(undefined)), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(steps, (wanted) => {
      const buffers = new PackBuffers()
      const used: Uint8Array<ArrayBuffer>[] = []
      for (const length of wanted) {
        const given = length === undefined ? used.shift() : undefined
        if (given !== undefined) buffers.give(given)
        if (length === undefined) continue
        const bytes = buffers.take(length)
        expect(bytes.length).toBe(length)
        expect(bytes.buffer.byteLength).toBeLessThanOrEqual(Math.max(4096, length * 1.125 + 1))
        expect(used.some(({ buffer }) => buffer === bytes.buffer)).toBe(false)
        used.push(bytes)
      }
    }),
  )
})

test('memory of others is not taken, and no more is kept than 32 MB', () => {
  const buffers = new PackBuffers()
  const others = new Uint8Array(5000)
  buffers.give(others)
  expect(buffers.take(5000).buffer).not.toBe(others.buffer)
  const large = Array.from({ length: 5 }, () => buffers.take(8 * 1024 * 1024))
  for (const bytes of large) buffers.give(bytes)
  const again = large.map(() => buffers.take(8 * 1024 * 1024))
  const known = new Set(large.map(({ buffer }) => buffer))
  expect(again.filter(({ buffer }) => known.has(buffer)).length).toBe(4)
})
