import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_EXCEPTION } from '../../../../src/semconv/standard.ts'
import { READ_ATTRIBUTES } from '../../../../src/tail/facts/attribute-table.ts'
import { FactsPack } from '../../../../src/tail/facts/packed/facts-pack.ts'
import { PackReader } from '../../../../src/tail/facts/packed/pack-reader.ts'
import { IS_OWN } from '../../../../src/tail/facts/scan/own-values.ts'
import { createProtobufScanner } from '../../../../src/tail/facts/scan/protobuf-scanner.ts'
import { createScannedFacts } from '../../../../src/tail/facts/scan/scanned-facts.ts'
import type { SpanFacts } from '../../../../src/tail/facts/span-facts.ts'
import type { SpanInput } from '../../../../src/tail/facts/span-input.ts'
import type { ToolFacts } from '../../../../src/tail/facts/tool-facts.ts'
import { otlpOf } from '../../../support/otlp-of-spans.ts'
import { type OtlpRequest, toProtobuf } from '../../../support/otlp-protobuf.ts'
import { readBytesAsObjects } from '../../../support/scanned.ts'
import { SOME_ATTRIBUTES } from '../../../support/some-attributes.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const OWN_NAMES = READ_ATTRIBUTES.filter((_, index) => IS_OWN[index] === 1).map(({ name }) => name)

let ids = 0

function span(attributes: SpanInput['attributes'], more: Partial<SpanInput> = {}): SpanInput {
  ids++
  return {
    traceId: TRACE_ID,
    spanId: ids.toString(16).padStart(16, '0'),
    name: 'call',
    kind: 'client',
    scope: 'agent',
    service: 'orders',
    startMs: 1_768_467_600_000 + ids,
    endMs: 1_768_467_600_000 + 3 * ids,
    failed: false,
    attributes,
    events: [],
    links: [],
    ...more,
  }
}

function bytesOf(spans: readonly SpanInput[]): Uint8Array {
  const request: OtlpRequest = JSON.parse(JSON.stringify(otlpOf(spans)))
  return toProtobuf(request)
}

interface Read {
  /** As they came, and as they come out of a pack. */
  readonly facts: readonly SpanFacts[]
  readonly packed: readonly SpanFacts[]
  /** How many of them were remembered. */
  readonly recalled: number
}

function read(spans: readonly SpanInput[], tools: ToolFacts = new Map()): Read {
  const bytes = bytesOf(spans)
  const scanned = createScannedFacts(tools)
  const pack = new FactsPack()
  const facts: SpanFacts[] = []
  let recalled = 0
  const isRead = createProtobufScanner().scan(bytes, 0, bytes.length, {
    scanned(one) {
      const found = scanned.read(one)
      facts.push({ ...found })
      pack.add(found, one.ids, { note: 0, mark: 0 }, scanned.repeated)
      if (scanned.repeated !== undefined) recalled++
    },
  })
  expect(isRead).toBe(true)
  const reader = new PackReader(pack.take())
  return { facts, packed: [...reader.spans()].map((at) => reader.unpack(at)), recalled }
}

/** The facts as the reader of objects reads them. */
function expected(spans: readonly SpanInput[]): SpanFacts[] | undefined {
  return readBytesAsObjects(bytesOf(spans))
}

const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' }

test('a span is remembered the second time that its like comes, with what it has of its own', () => {
  const spans = ['a1', 'b2', 'c3', 'd4'].map((id, index) =>
    span(
      { ...TOOL, 'gen_ai.tool.call.id': id },
      { ...(index === 3 ? {} : { parentSpanId: '00f067aa0ba902b7' }), service: `service ${index}` },
    ),
  )
  const { packed, recalled } = read(spans)
  expect(recalled).toBe(2)
  expect(packed).toEqual(expected(spans))
  expect(packed.map(({ callId }) => callId)).toEqual(['a1', 'b2', 'c3', 'd4'])
})

test('spans of any vocabulary have the same facts whether they are remembered or not', () => {
  let recalled = 0
  const own = fc.oneof(fc.constantFrom('x-17', 'y-18', '', 'search'), fc.integer({ min: 0, max: 3_000_000 }))
  fc.assert(
    fc.property(
      SOME_ATTRIBUTES,
      fc.subarray(OWN_NAMES),
      fc.array(fc.array(own, { minLength: 3, maxLength: 3 }), { minLength: 4, maxLength: 6 }),
      fc.boolean(),
      (attributes, names, values, failed) => {
        const spans = values.map((ownValues) =>
          span(
            {
              ...attributes,
              ...Object.fromEntries(names.map((name, at) => [name, ownValues[at % ownValues.length]])),
            },
            { failed },
          ),
        )
        const all = read(spans)
        recalled += all.recalled
        const facts = expected(spans)
        expect(all.packed).toEqual(facts)
        expect(all.facts.map((one, at) => ({ ...facts?.[at], ...one, ...idsOf(facts?.[at]) }))).toEqual(facts)
      },
    ),
    { numRuns: 2000 },
  )
  expect(recalled).toBeGreaterThan(100)
})

function idsOf(facts: SpanFacts | undefined) {
  return { traceId: facts?.traceId, spanId: facts?.spanId, parentSpanId: facts?.parentSpanId }
}

test.each(OWN_NAMES)('%s decides one field and nothing else', (name) => {
  fc.assert(
    fc.property(SOME_ATTRIBUTES, fc.boolean(), (attributes, failed) => {
      const spans = ['one-1', 'two-2', 'three-3', 'four-4'].map((value) =>
        span({ ...attributes, [name]: value }, { failed }),
      )
      expect(read(spans).packed).toEqual(expected(spans))
    }),
    { numRuns: 100 },
  )
})

test('what is known of a tool holds for calls that are remembered, too', () => {
  const spans = Array.from({ length: 4 }, () => span(TOOL))
  const { packed, recalled } = read(
    spans,
    new Map([['search', { effect: 'write' as const, idempotent: true }]]),
  )
  expect(recalled).toBe(2)
  for (const facts of packed) expect(facts).toMatchObject({ effect: 'write', idempotent: true })
})

test.each<[string, Partial<SpanInput>, SpanInput['attributes']]>([
  ['exceptions', { events: [{ name: EVENT_EXCEPTION, timeMs: 1, attributes: {} }] }, {}],
  ['links', { links: [{ traceId: TRACE_ID, spanId: '00f067aa0ba902b7' }] }, {}],
  ['captured headers', {}, { 'http.request.method': 'GET', 'http.response.header.retry-after': '3' }],
  ['long texts', {}, { 'gen_ai.tool.call.result': 'x'.repeat(200) }],
  ['lists', {}, { 'gen_ai.tool.definitions': ['a'] }],
  ['a wait that a server asked for', {}, { 'toolspan.error.retry_after_ms': 200 }],
  ['an id that something else says as well', {}, { 'gen_ai.agent.name': 'a7', 'gen_ai.tool.call.id': 'a7' }],
])('spans with %s are read each time', (_, more, attributes) => {
  const spans = Array.from({ length: 4 }, () => span({ ...TOOL, ...attributes }, more))
  const { packed, recalled } = read(spans)
  expect(recalled).toBe(0)
  expect(packed).toEqual(expected(spans))
})

test('of many kinds of spans those that came last are remembered, and none has the facts of another', () => {
  const kinds = Array.from({ length: 5000 }, (_, kind) => ({ ...TOOL, 'gen_ai.agent.name': `agent ${kind}` }))
  const spans = kinds.flatMap((attributes) => [span(attributes), span(attributes), span(attributes)])
  const { packed, recalled } = read(spans)
  expect(recalled).toBe(5000)
  expect(packed).toEqual(expected(spans))
})
