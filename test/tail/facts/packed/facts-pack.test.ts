import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FactsPack, type PackLabel } from '../../../../src/tail/facts/packed/facts-pack.ts'
import { ID, writeIds } from '../../../../src/tail/facts/packed/id-words.ts'
import { emptyFacts, HEAD } from '../../../../src/tail/facts/packed/layout.ts'
import { PackReader } from '../../../../src/tail/facts/packed/pack-reader.ts'
import type { RepeatedFacts } from '../../../../src/tail/facts/packed/repeated-facts.ts'
import type { BudgetFacts, HttpFacts, ResultFacts, SpanFacts } from '../../../../src/tail/facts/span-facts.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

interface Complete extends Required<SpanFacts> {
  readonly budget: Required<BudgetFacts>
  readonly result: Required<ResultFacts>
  readonly http: Required<HttpFacts>
}

/** Facts with every field there is: a field that is added and not packed fails to compile, or to come back. */
const FULL: Complete = {
  place: 0,
  traceId: TRACE_ID,
  spanId: '00f067aa0ba902b7',
  parentSpanId: 'b7ad6b7169203331',
  traceFlags: 1,
  service: 'orders',
  name: 'tools/call suche größer 🙂',
  kind: 'client',
  startMs: 1_768_467_600_000.123,
  endMs: 1_768_467_600_250.5,
  role: 'tool',
  failed: true,
  isMarkedFailed: false,
  runId: 'run-1',
  turnId: 'turn-1',
  tool: 'search',
  agent: 'clerk',
  client: 'openai',
  model: 'gpt',
  callId: 'call-1',
  isOverHttp: true,
  requestKey: 's/1',
  operationId: 'op-1',
  fingerprint: 'abc',
  layer: 'mcp_client',
  attempt: 2,
  budget: {
    id: 'b-1',
    owner: 'handler',
    parentId: 'b-0',
    maxAttempts: 3,
    deadlineMs: 0.5,
    exhaustedBy: 'deadline',
    approved: false,
  },
  effect: 'read',
  result: {
    status: 'found_none',
    reason: 'empty_array',
    foreign: true,
    coverage: 'unknown',
    sourcesExpected: 3,
    sourcesCovered: 2,
    freshness: 'stale',
    ageMs: 86_400_000,
    maxAgeMs: 3_600_000,
    count: 0,
    total: 2 ** 40,
    hasMore: true,
    truncated: false,
    fallback: false,
    scanned: 12,
    partialCount: 1,
    viewsDisagree: true,
    fingerprint: 'r-1',
  },
  errorType: 'timeout',
  errorCategory: 'transient',
  retryable: true,
  errorCode: 'ETIMEDOUT',
  errorDigest: 'def',
  isCategoryInferred: false,
  errorFields: ['partial_results'],
  retryAfterMs: 2000,
  idempotent: false,
  idempotencyKey: 'key',
  timers: { callMs: 1000, idleMs: undefined, totalMs: undefined },
  toolsOffered: 7,
  http: {
    method: 'GET',
    url: 'https://orders/1',
    host: 'orders',
    status: 503,
    sequence: 1,
    sequenceBy: 'header',
    invocationId: 'i-1',
    invocationMax: 3,
    lastEventId: 'e-1',
  },
  progressCount: 3,
  tokens: 120,
  isCompacted: true,
  links: [{ traceId: TRACE_ID, spanId: '1'.repeat(16) }],
}

const BARE: SpanFacts = {
  place: 0,
  traceId: TRACE_ID,
  spanId: '1'.repeat(16),
  traceFlags: 0,
  service: '',
  name: '',
  kind: 'internal',
  startMs: 0.5,
  role: 'other',
  failed: false,
  isMarkedFailed: false,
}

function add(pack: FactsPack, facts: SpanFacts, label: PackLabel): void {
  const ids = new Uint32Array(ID.words)
  writeIds(facts, ids)
  pack.add(facts, ids, label)
}

function unpackAll(bytes: Uint8Array): SpanFacts[] {
  const reader = new PackReader(bytes)
  return [...reader.spans()].map((at) => reader.unpack(at))
}

test('facts come back as they were', () => {
  const pack = new FactsPack()
  for (const facts of [FULL, BARE, FULL]) add(pack, facts, { note: 1, mark: 0 })
  expect(unpackAll(pack.take())).toEqual([FULL, BARE, FULL])
})

test('a span is told by its label and ids without being unpacked', () => {
  const pack = new FactsPack()
  add(pack, BARE, { note: 2 ** 40 + 1, mark: 0xffff_ffff })
  add(pack, FULL, { note: 3, mark: 0 })
  const reader = new PackReader(pack.take())
  const labels = [...reader.spans()].map((at) => [
    reader.noteOf(at),
    reader.markOf(at),
    reader.traceIdOf(at),
    reader.spanIdOf(at),
  ])
  expect(labels).toEqual([
    [2 ** 40 + 1, 0xffff_ffff, TRACE_ID, BARE.spanId],
    [3, 0, TRACE_ID, FULL.spanId],
  ])
})

test('a pack that was taken is empty, and can be filled again', () => {
  const pack = new FactsPack()
  expect(unpackAll(pack.take())).toEqual([])
  add(pack, FULL, { note: 1, mark: 0 })
  pack.take()
  add(pack, BARE, { note: 1, mark: 0 })
  expect(unpackAll(pack.take())).toEqual([BARE])
})

test('any text and number comes back', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 })
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          name: text,
          service: text,
          startMs: fc.double({ noNaN: true, noDefaultInfinity: true }),
        }),
      ),
      (list) => {
        const pack = new FactsPack()
        const all = list.map((fields) => ({ ...BARE, ...fields }))
        for (const facts of all) add(pack, facts, { note: 0, mark: 0 })
        expect(unpackAll(pack.take())).toEqual(all)
      },
    ),
  )
})

test('what is forgotten is gone, and what comes after it is there', () => {
  const pack = new FactsPack()
  add(pack, BARE, { note: 0, mark: 0 })
  const { end } = pack
  add(pack, FULL, { note: 0, mark: 0 })
  add(pack, FULL, { note: 0, mark: 0 })
  pack.forget(end)
  expect(pack.end).toBe(end)
  add(pack, { ...BARE, name: 'later' }, { note: 0, mark: 0 })
  expect(unpackAll(pack.take())).toEqual([BARE, { ...BARE, name: 'later' }])
})

test('facts that come again are as right as those that come once, also where packs are taken or forgotten between', () => {
  const repeated: RepeatedFacts = {
    facts: { ...emptyFacts(), ...FULL },
    own: ['callId', 'tokens', 'runId'],
    pack: undefined,
    at: 0,
    tags: [],
    mark: 0,
    shortestMs: 0,
    longestMs: 0,
  }
  const pack = new FactsPack()
  const other = new FactsPack()
  let expected: SpanFacts[] = []
  for (let count = 0; count < 60; count++) {
    const { facts } = repeated
    facts.callId = `call ${count}`
    facts.tokens = count % 7 === 3 ? 2 ** 30 + count : count
    facts.runId = count % 11 === 5 ? undefined : `run ${count % 2}`
    facts.startMs = count
    facts.service = `service ${count % 3}`
    facts.traceFlags = count % 2
    const into = count % 5 === 4 ? other : pack
    into.add(facts, new Uint32Array(ID.words).fill(count + 1), { note: count, mark: count }, repeated)
    if (into === other) other.forget(HEAD.records)
    else expected.push({ ...facts })
    if (count % 9 === 8) pack.forget(pack.end)
    if (count % 20 !== 19) continue
    const ids = { traceId: '', spanId: '', parentSpanId: '' }
    expect(unpackAll(pack.take()).map((one) => ({ ...one, ...ids }))).toEqual(
      expected.map((one) => ({ ...one, ...ids })),
    )
    expected = []
  }
})

test('a pack that holds much is as right as one that holds little', () => {
  const pack = new FactsPack()
  const all = Array.from({ length: 2000 }, (_, index) => ({ ...FULL, name: `span ${index}`, tokens: index }))
  for (const facts of all) add(pack, facts, { note: 0, mark: 0 })
  expect(unpackAll(pack.take())).toEqual(all)
})

test('spans that are copied from other packs are as they were, with their labels and ids', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  const spans = fc.array(fc.record({ name: text, isFull: fc.boolean(), isKept: fc.boolean() }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 4 }), (packs) => {
      const copies = new FactsPack()
      const expected: SpanFacts[] = []
      const labels: number[][] = []
      for (const [index, of] of packs.entries()) {
        const pack = new FactsPack()
        const kept: number[] = []
        for (const { name, isFull, isKept } of of) {
          const facts = { ...(isFull ? FULL : BARE), name }
          if (isKept) {
            kept.push(pack.end)
            expected.push(facts)
            labels.push([index, kept.length])
          }
          add(pack, facts, { note: index, mark: kept.length })
        }
        const reader = new PackReader(pack.take())
        for (const place of kept) copies.addCopy(reader, place)
        // What is added in between has texts of its own.
        add(copies, { ...FULL, name: 'between' }, { note: 0, mark: 0 })
        expected.push({ ...FULL, name: 'between' })
        labels.push([0, 0])
      }
      const bytes = copies.take()
      expect(unpackAll(bytes)).toEqual(expected)
      const reader = new PackReader(bytes)
      expect([...reader.spans()].map((at) => [reader.noteOf(at), reader.markOf(at)])).toEqual(labels)
    }),
  )
})
