import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PackBuffers } from '../../../src/service/held/pack-buffers.ts'

const MIB = 1024 * 1024
const SLAB_BYTES = 8 * MIB

function end({ byteOffset, length }: Uint8Array): number {
  return byteOffset + length
}

test('what is given back is used again, by larger ones too where what lies beside it is free', () => {
  const buffers = new PackBuffers()
  const [first, second, third] = [buffers.take(65_000), buffers.take(70_000), buffers.take(10)]
  buffers.give(first)
  buffers.give(second)
  const large = buffers.take(130_000)
  expect(large.buffer).toBe(first.buffer)
  expect(large.byteOffset).toBe(first.byteOffset)
  expect(end(large)).toBeLessThanOrEqual(third.byteOffset)
})

test('no two that are in use share memory, and words may begin where they begin', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ take: fc.oneof(fc.nat(300_000), fc.nat(3 * MIB)) }),
      fc.record({ give: fc.nat(1000) }),
    ),
    { maxLength: 80 },
  )
  fc.assert(
    fc.property(steps, (wanted) => {
      const buffers = new PackBuffers()
      const used: Uint8Array<ArrayBuffer>[] = []
      for (const step of wanted) {
        if ('give' in step) {
          const [given] = used.splice(step.give % Math.max(1, used.length), 1)
          if (given !== undefined) buffers.give(given)
          continue
        }
        const bytes = buffers.take(step.take)
        expect(bytes.length).toBe(step.take)
        expect(bytes.byteOffset % 4).toBe(0)
        const isShared = used.some(
          (other) =>
            other.buffer === bytes.buffer && other.byteOffset < end(bytes) && bytes.byteOffset < end(other),
        )
        expect(isShared).toBe(false)
        used.push(bytes)
      }
      for (const bytes of used) buffers.give(bytes)
      // Whatever came and went, nothing is lost: an empty one takes as much as ever.
      expect(buffers.byteLength).toBeLessThanOrEqual(SLAB_BYTES)
      buffers.take(SLAB_BYTES)
      expect(buffers.byteLength).toBeLessThanOrEqual(SLAB_BYTES)
    }),
  )
})

test('packs that come and go like those of runs need little more room than what they hold', () => {
  const buffers = new PackBuffers()
  const used: Uint8Array<ArrayBuffer>[] = []
  let seed = 1
  const random = () => {
    seed = Math.imul(seed, 0x5deece6d) + 11
    return (seed >>> 8) / 2 ** 24
  }
  for (let round = 0; round < 5000; round++) {
    used.push(buffers.take(40_000 + Math.floor(random() * 160_000)))
    // Mostly the oldest one goes; a few stay for long.
    if (used.length > 400)
      for (const bytes of used.splice(Math.floor(random() ** 4 * 300), 1)) buffers.give(bytes)
  }
  const held = used.reduce((sum, { length }) => sum + length, 0)
  expect(buffers.byteLength).toBeLessThan(1.3 * held)
})

test('memory of others is not taken, nor is what is larger than a slab', () => {
  const buffers = new PackBuffers()
  const others = new Uint8Array(5000)
  buffers.give(others)
  const large = buffers.take(SLAB_BYTES + 1)
  expect(large.length).toBe(SLAB_BYTES + 1)
  buffers.give(large)
  expect(buffers.byteLength).toBe(0)
  expect(buffers.take(5000).buffer).not.toBe(others.buffer)
})
