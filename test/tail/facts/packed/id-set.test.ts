import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdSet } from '../../../../src/tail/facts/packed/id-set.ts'
import { hexOf, ID, traceHash, writeIds } from '../../../../src/tail/facts/packed/id-words.ts'

test('each id is counted once, however many there are and in whatever order they come', () => {
  const word = fc.oneof(fc.nat(3), fc.nat(0xffff_ffff))
  fc.assert(
    fc.property(fc.array(fc.tuple(word, word), { maxLength: 2000 }), (ids) => {
      const set = new IdSet(2)
      for (const [index, id] of ids.entries()) set.add(Uint32Array.from([index, ...id]), 1)
      expect(set.size).toBe(new Set(ids.map((id) => id.join())).size)
    }),
  )
})

test('ids come back from their words as they were', () => {
  const words = new Uint32Array(ID.words).fill(9)
  const span = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  writeIds(span, words)
  expect(hexOf(words, ID.trace, 4)).toBe(span.traceId)
  expect(hexOf(words, ID.span, 2)).toBe(span.spanId)
  expect(hexOf(words, ID.parent, 2)).toBe('0'.repeat(16))
  writeIds({ ...span, parentSpanId: 'ffffffff00000001' }, words)
  expect(hexOf(words, ID.parent, 2)).toBe('ffffffff00000001')
})

test('ids that differ in a few digits only are spread evenly', () => {
  const buckets = new Uint32Array(128)
  for (let number = 0; number < 12_800; number++) {
    const at = traceHash(Uint32Array.from([1, 2, 3, number]), 0) % 128
    buckets[at] = (buckets[at] ?? 0) + 1
  }
  expect(Math.max(...buckets)).toBeLessThan(180)
  expect(Math.min(...buckets)).toBeGreaterThan(40)
})
