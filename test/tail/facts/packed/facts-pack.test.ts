import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFactsPack } from '../../../../src/tail/facts/packed/facts-pack.ts'
import { PackReader } from '../../../../src/tail/facts/packed/pack-reader.ts'
import type { SpanFacts } from '../../../../src/tail/facts/span-facts.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'

/** Facts with every field there is: a field that is added and not packed fails to compile, or to come back. */
const FULL: Required<SpanFacts> = {
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
  budget: { id: 'b-1', owner: 'handler', maxAttempts: 3, approved: false },
  effect: 'read',
  result: { status: 'found_none', foreign: true, coverage: 'unknown', count: 0 },
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
  http: { method: 'GET', url: 'https://orders/1', status: 503 },
  progressCount: 3,
  tokens: 120,
  links: [{ traceId: TRACE_ID, spanId: '1'.repeat(16) }],
}

const BARE: SpanFacts = {
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

function unpackAll(bytes: Uint8Array): SpanFacts[] {
  const reader = new PackReader(bytes)
  return [...reader.spans()].map((at) => reader.unpack(at))
}

test('facts come back as they were', () => {
  const pack = createFactsPack()
  for (const facts of [FULL, BARE, FULL]) pack.add(facts, { note: 1, mark: 0, traceHash: 0 })
  expect(unpackAll(pack.take())).toEqual([FULL, BARE, FULL])
})

test('a span is told by its label and ids without being unpacked', () => {
  const pack = createFactsPack()
  pack.add(BARE, { note: 2 ** 40 + 1, mark: 0xffff_ffff, traceHash: 7 })
  pack.add(FULL, { note: 3, mark: 0, traceHash: 0xffff_ffff })
  const reader = new PackReader(pack.take())
  const labels = [...reader.spans()].map((at) => [
    reader.noteOf(at),
    reader.markOf(at),
    reader.traceHashOf(at),
    reader.traceIdOf(at),
    reader.spanIdOf(at),
  ])
  expect(labels).toEqual([
    [2 ** 40 + 1, 0xffff_ffff, 7, TRACE_ID, BARE.spanId],
    [3, 0, 0xffff_ffff, TRACE_ID, FULL.spanId],
  ])
})

test('a pack that was taken is empty, and can be filled again', () => {
  const pack = createFactsPack()
  expect(unpackAll(pack.take())).toEqual([])
  pack.add(FULL, { note: 1, mark: 0, traceHash: 0 })
  pack.take()
  pack.add(BARE, { note: 1, mark: 0, traceHash: 0 })
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
        const pack = createFactsPack()
        const all = list.map((fields) => ({ ...BARE, ...fields }))
        for (const facts of all) pack.add(facts, { note: 0, mark: 0, traceHash: 0 })
        expect(unpackAll(pack.take())).toEqual(all)
      },
    ),
  )
})
