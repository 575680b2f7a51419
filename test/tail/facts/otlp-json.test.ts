import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOtlpJson } from '../../../src/tail/facts/otlp-json.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const START = '1768467600000000000'
const START_MS = 1768467600000

interface Read {
  readonly spans: readonly SpanInput[]
  readonly problems: readonly string[]
}

function read(request: unknown): Read {
  const spans: SpanInput[] = []
  const problems: string[] = []
  readOtlpJson(request, {
    span: (span) => spans.push(span),
    problem: (message) => problems.push(message),
  })
  return { spans, problems }
}

function requestOf(...spans: readonly unknown[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders' } }] },
        scopeSpans: [{ scope: { name: 'toolspan' }, spans }],
      },
    ],
  }
}

function spanOf(fields: Readonly<Record<string, unknown>> = {}) {
  return { traceId: TRACE_ID, spanId: SPAN_ID, name: 'tools/call', startTimeUnixNano: START, ...fields }
}

function attributesOf(value: unknown): SpanInput['attributes'] | undefined {
  return read(requestOf(spanOf({ attributes: [{ key: 'a', value }] }))).spans[0]?.attributes
}

test('a whole span comes out with its resource, scope, events and links', () => {
  const { spans, problems } = read(
    requestOf(
      spanOf({
        parentSpanId: 'B7AD6B7169203331',
        flags: 257,
        kind: 3,
        endTimeUnixNano: '1768467600250500000',
        status: { code: 2, message: 'tool_error' },
        attributes: [{ key: 'toolspan.attempt.number', value: { intValue: '2' } }],
        events: [
          {
            name: 'exception',
            timeUnixNano: '1768467600100000000',
            attributes: [{ key: 'a', value: { boolValue: true } }],
          },
        ],
        links: [{ traceId: TRACE_ID, spanId: 'b7ad6b7169203331' }],
      }),
    ),
  )
  expect(problems).toEqual([])
  expect(spans).toEqual([
    {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      parentSpanId: 'b7ad6b7169203331',
      traceFlags: 1,
      name: 'tools/call',
      kind: 'client',
      scope: 'toolspan',
      service: 'orders',
      startMs: START_MS,
      endMs: START_MS + 250.5,
      failed: true,
      statusMessage: 'tool_error',
      attributes: { 'toolspan.attempt.number': 2 },
      events: [{ name: 'exception', timeMs: START_MS + 100, attributes: { a: true } }],
      links: [{ traceId: TRACE_ID, spanId: 'b7ad6b7169203331' }],
    },
  ])
})

test('what a span leaves out is not made up', () => {
  expect(read({ resourceSpans: [{ scopeSpans: [{ spans: [spanOf({ name: undefined })] }] }] }).spans).toEqual(
    [
      {
        traceId: TRACE_ID,
        spanId: SPAN_ID,
        name: '',
        kind: 'internal',
        scope: '',
        service: '',
        startMs: START_MS,
        failed: false,
        attributes: {},
        events: [],
        links: [],
      },
    ],
  )
})

test('an end of 0 means that the span has not ended', () => {
  const spans = read(requestOf(spanOf({ endTimeUnixNano: '0' }), spanOf({ endTimeUnixNano: 0 }))).spans
  expect(spans.map(({ endMs }) => endMs)).toEqual([undefined, undefined])
})

test('times and counts are read as text and as numbers', () => {
  const numbers = spanOf({
    startTimeUnixNano: 1768467600000000000,
    attributes: [
      { key: 'int', value: { intValue: 7 } },
      { key: 'double', value: { doubleValue: 0.5 } },
      { key: 'not', value: { doubleValue: 'NaN' } },
    ],
  })
  const span = read(requestOf(numbers)).spans[0]
  expect(span?.startMs).toBe(START_MS)
  expect(span?.attributes).toEqual({ int: 7, double: 0.5, not: Number.NaN })
})

test('ids are read in hex of either case and in base64', () => {
  const base64 = {
    traceId: Buffer.from(TRACE_ID, 'hex').toString('base64'),
    spanId: Buffer.from(SPAN_ID, 'hex').toString('base64'),
  }
  const { spans, problems } = read(
    requestOf(spanOf(base64), spanOf({ traceId: TRACE_ID.toUpperCase(), spanId: SPAN_ID.toUpperCase() })),
  )
  expect(problems).toEqual([])
  expect(spans.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
    [TRACE_ID, SPAN_ID],
    [TRACE_ID, SPAN_ID],
  ])
})

test.each([
  ['left out', undefined],
  ['empty', ''],
  ['all zeros', '0000000000000000'],
])('a parent id that is %s is no parent', (_, parentSpanId) => {
  const { spans, problems } = read(requestOf(spanOf({ parentSpanId })))
  expect(problems).toEqual([])
  expect(spans[0]?.parentSpanId).toBeUndefined()
})

test.each([
  [0, 'internal'],
  [1, 'internal'],
  [2, 'server'],
  [3, 'client'],
  [4, 'producer'],
  [5, 'consumer'],
  ['SPAN_KIND_SERVER', 'server'],
  [99, 'internal'],
])('kind %s is %s', (kind, expected) => {
  expect(read(requestOf(spanOf({ kind }))).spans[0]?.kind).toBe(expected)
})

test.each([
  [
    'an array of scalars stays one',
    { arrayValue: { values: [{ stringValue: 'x' }, { intValue: '2' }] } },
    ['x', 2],
  ],
  ['an empty array stays one', { arrayValue: {} }, []],
  [
    'a map becomes JSON text',
    { kvlistValue: { values: [{ key: 'rows', value: { arrayValue: { values: [] } } }] } },
    '{"rows":[]}',
  ],
  [
    'an array of maps becomes JSON text',
    { arrayValue: { values: [{ kvlistValue: { values: [{ key: 'a', value: { intValue: '1' } }] } }] } },
    '[{"a":1}]',
  ],
])('%s', (_, value, expected) => {
  expect(attributesOf(value)).toEqual({ a: expected })
})

test.each([
  ['nothing', undefined],
  ['an empty value', {}],
  ['bytes', { bytesValue: 'AAEC' }],
  ['a kind of value that is not known', { someValue: 1 }],
  ['a large map', { kvlistValue: { values: [{ key: 'a', value: { stringValue: 'x'.repeat(5000) } }] } }],
])('%s is left out without a complaint', (_, value) => {
  const { spans, problems } = read(requestOf(spanOf({ attributes: [{ key: 'a', value }] })))
  expect(problems).toEqual([])
  expect(spans[0]?.attributes).toEqual({})
})

test('a value that is nested without end is cut, not followed', () => {
  let value: unknown = { stringValue: 'core' }
  for (let depth = 0; depth < 50_000; depth += 1) value = { arrayValue: { values: [value] } }
  const { spans, problems } = read(requestOf(spanOf({ attributes: [{ key: 'a', value }] })))
  expect(problems).toEqual([])
  expect(spans).toHaveLength(1)
})

test('an attribute named like an inner part of objects changes no object', () => {
  const attributes = [{ key: '__proto__', value: { arrayValue: { values: [{ stringValue: 'x' }] } } }]
  const span = read(requestOf(spanOf({ attributes }))).spans[0]
  expect(Object.getPrototypeOf(span?.attributes)).toBe(Object.prototype)
})

test.each([
  ['traceId', 'xyz', 'expected 32 hex digits, got "xyz"'],
  ['traceId', undefined, 'expected 32 hex digits, got nothing'],
  ['traceId', '0'.repeat(32), `expected 32 hex digits that are not all zero, got "${'0'.repeat(32)}"`],
  ['spanId', 12, 'expected 16 hex digits, got 12'],
  ['parentSpanId', {}, 'expected 16 hex digits, got an object'],
  ['startTimeUnixNano', undefined, 'expected nanoseconds since the Unix epoch, got nothing'],
  ['startTimeUnixNano', '2026-01-15', 'expected a number, got "2026-01-15"'],
  ['endTimeUnixNano', -1, 'expected nanoseconds since the Unix epoch, got -1'],
  ['attributes', 'x', 'expected an array, got "x"'],
  ['events', {}, 'expected an array, got an object'],
])('a bad %s is named with its path and with what came (%j)', (field, value, message) => {
  const { spans, problems } = read(requestOf(spanOf(), spanOf({ [field]: value }), spanOf()))
  expect(problems).toEqual([`resourceSpans[0].scopeSpans[0].spans[1].${field}: ${message}`])
  expect(spans).toHaveLength(2)
})

test.each([
  [
    {
      attributes: [
        { key: 'a', value: {} },
        { key: 'b', value: { intValue: 'many' } },
      ],
    },
    'attributes[1].value.intValue: expected a number, got "many"',
  ],
  [{ attributes: ['x'] }, 'attributes[0]: expected an object with key and value, got "x"'],
  [{ attributes: [{ value: {} }] }, 'attributes[0].key: expected a text, got nothing'],
  [{ attributes: [{ key: 'a', value: 'x' }] }, 'attributes[0].value: expected an object such as'],
  [{ events: [{ name: 'a', timeUnixNano: [] }] }, 'events[0].timeUnixNano: expected a number, got an array'],
  [{ events: [{ name: 'a', attributes: [1] }] }, 'events[0].attributes[0]: expected an object'],
  [{ links: [{ traceId: TRACE_ID, spanId: 'q' }] }, 'links[0].spanId: expected 16 hex digits, got "q"'],
])('a fault inside a span is named with its whole path (%j)', (fields, message) => {
  const { problems } = read(requestOf(spanOf(fields)))
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(`resourceSpans[0].scopeSpans[0].spans[0].${message}`)
})

test.each([
  ['a text', 'expected an OTLP trace request, got "a text"'],
  [[], 'expected an OTLP trace request, got an array'],
  [{ resourceLogs: [] }, 'resourceSpans: expected an array, got an object with the keys resourceLogs'],
  [{ resourceSpans: 'x' }, 'resourceSpans: expected an array, got "x"'],
  [{ resourceSpans: [null] }, 'resourceSpans[0]: expected an object, got nothing'],
  [{ resourceSpans: [{ scopeSpans: {} }] }, 'resourceSpans[0].scopeSpans: expected an array, got an object'],
])('a request of another shape is named (%j)', (request, message) => {
  expect(read(request)).toEqual({ spans: [], problems: [message] })
})

test('an empty request has no spans and no fault', () => {
  expect(read({})).toEqual({ spans: [], problems: [] })
})

test('a bad resource does not hide the next one', () => {
  const good = requestOf(spanOf()).resourceSpans[0]
  const { spans, problems } = read({ resourceSpans: [{ resource: { attributes: 7 } }, good] })
  expect(problems).toEqual(['resourceSpans[0].resource.attributes: expected an array, got 7'])
  expect(spans).toHaveLength(1)
})

test('a long value is cut in the message', () => {
  const { problems } = read(requestOf(spanOf({ traceId: 'x'.repeat(10_000) })))
  expect(problems[0]?.length).toBeLessThan(150)
})

test('whatever JSON comes in, the reader does not throw and passes on only spans with ids and a start', () => {
  const shaped = fc.record({
    resourceSpans: fc.array(
      fc.record(
        {
          resource: fc.jsonValue(),
          scopeSpans: fc.oneof(
            fc.jsonValue(),
            fc.array(fc.record({ spans: fc.oneof(fc.jsonValue(), fc.array(anySpan())) })),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  })
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), shaped), (request) => {
      const { spans } = read(request)
      for (const span of spans) {
        expect(span).toMatchObject({ traceId: TRACE_ID, spanId: SPAN_ID })
        expect(span.startMs).toBeGreaterThan(0)
      }
    }),
  )
})

function anySpan() {
  return fc.record(
    {
      traceId: fc.oneof(fc.constant(TRACE_ID), fc.jsonValue()),
      spanId: fc.oneof(fc.constant(SPAN_ID), fc.jsonValue()),
      startTimeUnixNano: fc.oneof(fc.constant(START), fc.jsonValue()),
      kind: fc.jsonValue(),
      attributes: fc.oneof(fc.jsonValue(), fc.array(fc.record({ key: fc.string(), value: fc.jsonValue() }))),
      events: fc.jsonValue(),
      links: fc.jsonValue(),
      status: fc.jsonValue(),
    },
    { requiredKeys: [] },
  )
}
