import { describe, expect, test } from 'vitest'
import { readFacts } from '../../../src/tail/facts/read-facts.ts'
import type { SpanFacts } from '../../../src/tail/facts/span-facts.ts'
import { factsOf, sizeOf } from '../../../src/tail/model/run-facts.ts'
import { createRunStore, type RunStore, type StoredRun } from '../../../src/tail/model/run-store.ts'
import { read } from '../../support/calls.ts'
import { type TestSpan, trace } from '../../support/trace.ts'

const made = (...spans: TestSpan[]): SpanFacts[] => trace(...spans).map((span) => readFacts(span))
const calls = (traceName: string, count: number, more: Partial<TestSpan> = {}): SpanFacts[] =>
  made(...Array.from({ length: count }, (_, at) => read(`s${at}`, 'get', { trace: traceName, ...more })))

function stored(spans: readonly SpanFacts[], store: RunStore): StoredRun {
  for (const span of spans) store.add(span, 0)
  const run = store.runOf(spans[0]?.traceId ?? '')
  if (run === undefined) throw new Error('no run')
  return run
}

describe('a run that is packed', () => {
  const packing = (): RunStore => createRunStore({ maxSpansPerRun: 100, areBytesCounted: true })

  test('has the facts that it had, and takes more', () => {
    const store = packing()
    const spans = calls('a', 30)
    const run = stored(spans.slice(0, 20), store)
    const plainBytes = store.byteCount()
    store.pack(run)
    expect(store.byteCount()).toBeLessThan(plainBytes * 0.7)
    expect([run.facts.size, sizeOf(run), store.spanCount()]).toEqual([0, 20, 20])
    expect([...factsOf(run)]).toEqual(spans.slice(0, 20))
    expect(spans.slice(10).map((span) => store.add(span, 1))).toEqual([
      ...Array.from({ length: 10 }, () => 'duplicate'),
      ...Array.from({ length: 10 }, () => 'stored'),
    ])
    expect([...factsOf(run)]).toEqual(spans)
    store.unpack(run)
    expect(run.facts.spans).toEqual(spans)
    expect([sizeOf(run), store.spanCount()]).toEqual([30, 30])
  })

  test('is full when it is full', () => {
    const store = packing()
    const run = stored(calls('a', 100), store)
    store.pack(run)
    expect([store.add(calls('a', 101)[100] as SpanFacts, 1), run.isTruncated]).toEqual(['run_full', true])
  })

  test.each([
    [true, true],
    [true, false],
    [false, true],
  ])('is joined with another one, packed (%j) or not (%j)', (isFirstPacked, isSecondPacked) => {
    const store = packing()
    const first = calls('a', 5, { 'toolspan.run.id': 'one' })
    const second = calls('b', 3)
    const [joint] = calls('b', 4, { 'toolspan.run.id': 'one' }).slice(3)
    const [a, b] = [stored(first, store), stored(second, store)]
    if (isFirstPacked) store.pack(a)
    if (isSecondPacked) store.pack(b)
    if (joint !== undefined) store.add(joint, 1)
    const [run, ...others] = store.runs()
    if (run === undefined) throw new Error('no run')
    expect(others).toEqual([])
    const facts = [...factsOf(run)]
    const without = (spans: Iterable<SpanFacts | undefined>) =>
      new Set([...spans].map((span) => ({ ...span, place: 0 })))
    expect(without(facts)).toEqual(without([...first, ...second, joint]))
    expect(facts.map(({ place }) => place)).toEqual([...facts.keys()])
    expect(store.spanCount()).toBe(9)
  })

  test('leaves nothing behind when it goes', () => {
    const store = packing()
    const before = store.byteCount()
    for (const name of ['a', 'b', 'c']) store.pack(stored(calls(name, 40), store))
    store.unpack(stored(calls('b', 40), store))
    for (const run of [...store.runs()]) store.remove(run)
    expect([store.spanCount(), store.runCount()]).toEqual([0, 0])
    expect(store.byteCount()).toBe(before)
  })

  test('stays as it is where its facts would not come back', () => {
    const store = packing()
    const run = stored([...calls('a', 2), { ...(calls('a', 3)[2] as SpanFacts), endMs: Number.NaN }], store)
    store.pack(run)
    expect([run.packed, run.facts.size]).toEqual([undefined, 3])
  })
})
