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

test('the latest spans are remembered, each once, and no other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 40 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 12 }),
      (spans, capacity) => {
        const released = new ReleasedSpans(capacity)
        const expected: number[] = []
        for (const span of spans) {
          released.add(idsOf(span))
          if (expected.includes(span)) continue
          expected.push(span)
          if (expected.length > capacity) expected.shift()
        }
        for (let span = 0; span <= 40; span++) expect(released.has(idsOf(span))).toBe(expected.includes(span))
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
