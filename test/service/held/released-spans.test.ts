import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ReleasedSpans } from '../../../src/service/held/released-spans.ts'
import { ID } from '../../../src/tail/facts/packed/id-words.ts'

function idsOf(span: number): Uint32Array {
  const ids = new Uint32Array(ID.words)
  ids[ID.trace] = span >> 2
  ids[ID.span + 1] = span
  return ids
}

test('the latest spans are remembered, perhaps some before them, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 40 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 12 }),
      (spans, capacity) => {
        const released = new ReleasedSpans(capacity)
        for (const span of spans) released.add(idsOf(span))
        const latest = [...new Set(spans.toReversed())]
        for (let span = 0; span <= 40; span++) {
          const place = latest.indexOf(span)
          const isKnown = released.has(idsOf(span))
          if (place >= 0 && place < capacity) expect(isKnown).toBe(true)
          if (place < 0 || place >= 2 * capacity) expect(isKnown).toBe(false)
        }
      },
    ),
  )
})

test('a span of another trace with the same id is another span', () => {
  const released = new ReleasedSpans()
  const ids = idsOf(7)
  expect(released.has(ids)).toBe(false)
  released.add(ids)
  ids[ID.trace + 3] = 1
  expect(released.has(ids)).toBe(false)
})
