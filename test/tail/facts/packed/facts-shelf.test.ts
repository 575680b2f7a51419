import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FactsShelf, type ShelfRow } from '../../../../src/tail/facts/packed/facts-shelf.ts'
import { readFacts } from '../../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../../src/tail/facts/span-facts.ts'
import { read } from '../../../support/calls.ts'
import { trace } from '../../../support/trace.ts'

const facts = (count: number, traceName = 'main'): SpanFacts[] =>
  trace(
    ...Array.from({ length: count }, (_, at) =>
      read(`s${at}`, `tool_${at % 3}`, { trace: traceName, 'toolspan.operation.fingerprint': `f${at}` }),
    ),
  ).map((span) => readFacts(span))

test('gives back the facts of a row in the order in which they were put, whatever else is on the shelf', () => {
  const shelf = new FactsShelf()
  const [a, b] = [shelf.row(), shelf.row()]
  const [ofA, ofB] = [facts(1300, 'a'), facts(40, 'b')]
  for (const [at, span] of ofA.entries()) {
    expect(shelf.push(a, span)).toBe('put')
    const other = ofB[at]
    if (other !== undefined) shelf.push(b, other)
  }
  expect(shelf.read(a)).toEqual(ofA)
  expect(shelf.read(b)).toEqual(ofB)
  expect([a.size, b.size]).toEqual([1300, 40])
})

test.each([3, 300])('knows a span that a row of %i has already, and not that of another trace', (count) => {
  const shelf = new FactsShelf()
  const row = shelf.row()
  const spans = facts(count)
  for (const span of spans) shelf.push(row, span)
  expect(new Set(spans.map((span) => shelf.push(row, span)))).toEqual(new Set(['known']))
  expect(shelf.push(row, { ...spans[0], traceId: 'f'.repeat(32) } as SpanFacts)).toBe('put')
  expect(row.size).toBe(count + 1)
})

test('takes no span whose ids could not be read back', () => {
  const shelf = new FactsShelf()
  const row = shelf.row()
  const [span] = facts(1)
  if (span === undefined) throw new Error('no span')
  for (const odd of [
    { ...span, spanId: 'ABCDEF0123456789' },
    { ...span, spanId: '1234' },
    { ...span, traceId: `${'0'.repeat(31)}g` },
    { ...span, parentSpanId: 'é'.repeat(16) },
  ])
    expect(shelf.push(row, odd)).toBe('odd')
  expect([row.size, shelf.read(row)]).toEqual([0, []])
})

test('rows that are joined are one row', () => {
  const shelf = new FactsShelf()
  const [kept, gone] = [shelf.row(), shelf.row()]
  for (const span of facts(20, 'a')) shelf.push(kept, span)
  for (const span of facts(5, 'b')) shelf.push(gone, span)
  shelf.join(kept, gone)
  expect(shelf.read(kept)).toEqual([...facts(20, 'a'), ...facts(5, 'b')])
  expect([kept.size, gone.size, shelf.push(kept, facts(1, 'b')[0] as SpanFacts)]).toEqual([25, 0, 'known'])
})

test('holds no bytes of rows that were dropped, and no more in the end than at first', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 700 }), { minLength: 1, maxLength: 12 }), (sizes) => {
      const shelf = new FactsShelf()
      const warm = shelf.row()
      for (const span of facts(700)) shelf.push(warm, span)
      shelf.drop(warm)
      const rows: ShelfRow[] = sizes.map((size) => {
        const row = shelf.row()
        for (const span of facts(size)) shelf.push(row, span)
        return row
      })
      const full = shelf.bytes
      for (const row of rows) shelf.drop(row)
      expect(shelf.bytes).toBeLessThanOrEqual(full)
      // What is left is the pack that is being filled, and the slots, which are used again.
      const slots = Math.max(1024, 2 ** Math.ceil(Math.log2(sizes.reduce((sum, size) => sum + size, 1))))
      expect(shelf.bytes).toBeLessThanOrEqual(slots * 36 + 512 * 160)
    }),
    { numRuns: 20 },
  )
})
