import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readOtlpJson } from '../../../src/tail/facts/otlp-json.ts'
import { readOtlpProtobuf } from '../../../src/tail/facts/otlp-protobuf.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'
import { otlpRequest } from '../../support/made-otlp.ts'
import { toProtobuf } from '../../support/otlp-protobuf.ts'
import {
  bytesField,
  fixed64Field,
  hexField,
  message,
  textField,
  varintField,
} from '../../support/protobuf-writer.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const START = 1_768_467_600_000_000_000n

interface Read {
  readonly spans: readonly SpanInput[]
  readonly problems: readonly string[]
}

function collect(read: (sink: Parameters<typeof readOtlpJson>[1]) => void): Read {
  const spans: SpanInput[] = []
  const problems: string[] = []
  read({ span: (span) => spans.push(span), problem: (message) => problems.push(message) })
  return { spans, problems }
}

const readBytes = (bytes: Uint8Array, origin?: number) =>
  collect((sink) => readOtlpProtobuf(bytes, sink, origin))

const requestOf = (...spans: readonly Uint8Array[]) =>
  bytesField(1, bytesField(2, message(...spans.map((span) => bytesField(2, span)))))
const ids = [hexField(1, TRACE_ID), hexField(2, SPAN_ID)]
const plainSpan = message(...ids, fixed64Field(7, START))

test('reads from protobuf what it reads from JSON of the same spans, written by a real exporter', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'orders' }),
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('shop', '1.0.0')
  const parent = tracer.startSpan('invoke_agent', {
    attributes: { 'gen_ai.agent.name': 'clerk', tools: ['a', 'b'] },
  })
  parent.addEvent('exception', { 'exception.message': 'größer', 'exception.type': 'Error' })
  parent.setStatus({ code: 2 })
  parent.addLink({ context: parent.spanContext() })
  tracer
    .startSpan('GET', { kind: 2, attributes: { 'http.response.status_code': 503, ok: false, ratio: 0.25 } })
    .end()
  parent.end()
  const spans = exporter.getFinishedSpans()
  const json: unknown = JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)))
  const expected = collect((sink) => readOtlpJson(json, sink))
  expect(readBytes(ProtobufTraceSerializer.serializeRequest(spans) ?? new Uint8Array())).toEqual(expected)
  expect(expected.spans).toHaveLength(2)
  expect(expected.spans[0]?.service).toBe('orders')
})

test('whatever a request holds, protobuf and JSON mean the same', () => {
  fc.assert(
    fc.property(otlpRequest, (request) => {
      const expected = collect((sink) => readOtlpJson(request, sink))
      expect(expected.problems).toEqual([])
      expect(readBytes(toProtobuf(request))).toEqual(expected)
    }),
  )
})

test('the resource and the scope may stand behind their spans', () => {
  const scope = bytesField(1, textField(1, 'shop'))
  const resource = bytesField(
    1,
    bytesField(1, message(textField(1, 'service.name'), bytesField(2, textField(1, 'orders')))),
  )
  const request = bytesField(1, message(bytesField(2, message(bytesField(2, plainSpan), scope)), resource))
  expect(readBytes(request).spans).toMatchObject([{ service: 'orders', scope: 'shop', traceId: TRACE_ID }])
})

test('fields that it does not know are passed over, whatever their type', () => {
  const unknown = [varintField(900, 5), fixed64Field(901, 5n), textField(902, 'x')]
  const span = message(...unknown, plainSpan, ...unknown)
  expect(readBytes(message(...unknown, requestOf(span), ...unknown))).toMatchObject({
    problems: [],
    spans: [{ spanId: SPAN_ID }],
  })
})

test('an end of 0 means that the span has not ended', () => {
  const span = message(...ids, fixed64Field(7, START), fixed64Field(8, 0n))
  expect(readBytes(requestOf(span)).spans[0]?.endMs).toBeUndefined()
})

test.each([
  [
    'a trace id of the wrong length',
    message(hexField(1, 'abcd'), hexField(2, SPAN_ID), fixed64Field(7, START)),
    /traceId: expected 16 bytes that are not all zero, got "abcd"/,
  ],
  [
    'a trace id of zeros',
    message(hexField(1, '0'.repeat(32)), hexField(2, SPAN_ID), fixed64Field(7, START)),
    /traceId: expected 16 bytes/,
  ],
  ['no span id', message(hexField(1, TRACE_ID), fixed64Field(7, START)), /spanId: expected 8 bytes/],
  ['no start', message(...ids), /startTimeUnixNano: expected nanoseconds/],
  [
    'a parent id of the wrong length',
    message(...ids, hexField(4, 'abc1'), fixed64Field(7, START)),
    /parentSpanId: expected 8 bytes, got "abc1"/,
  ],
])('a span with %s is told and does not hide the next one', (_what, span, problem) => {
  const { spans, problems } = readBytes(requestOf(span, plainSpan))
  expect(spans).toHaveLength(1)
  expect(problems).toEqual([expect.stringMatching(problem)])
  expect(problems[0]).toMatch(/^resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]\./)
})

test('a span that runs past its end is told with the byte where it does', () => {
  const broken = message(...ids, Uint8Array.of(5 * 8 + 2, 200, 1, 65))
  const { spans, problems } = readBytes(requestOf(broken, plainSpan), 1000)
  expect(spans).toHaveLength(1)
  expect(problems).toEqual([
    expect.stringMatching(
      /^resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[0\]: byte 10\d\d: a field says that it is 200 bytes long, 1 are left$/,
    ),
  ])
})

test('text that is not UTF-8 is read with replacement characters', () => {
  const span = message(plainSpan, bytesField(5, Uint8Array.of(0x61, 0xff, 0x62)))
  expect(readBytes(requestOf(span))).toMatchObject({ problems: [], spans: [{ name: 'a�b' }] })
})

test('values that are nested without end are left out', () => {
  let value = textField(1, 'deep')
  for (let depth = 0; depth < 5000; depth++) value = bytesField(5, bytesField(1, value))
  const span = message(plainSpan, bytesField(9, message(textField(1, 'a'), bytesField(2, value))))
  const { spans, problems } = readBytes(requestOf(span))
  expect(problems).toEqual([])
  expect(spans).toHaveLength(1)
})

test('a message cut off anywhere gives an answer or a problem, and never an exception', () => {
  fc.assert(
    fc.property(otlpRequest, fc.nat(), (request, cut) => {
      const bytes = toProtobuf(request)
      const at = bytes.length === 0 ? 0 : cut % bytes.length
      const whole = readBytes(bytes)
      const { spans, problems } = readBytes(bytes.subarray(0, at))
      expect(spans.length).toBeLessThanOrEqual(whole.spans.length)
      expect(problems.length).toBeLessThanOrEqual(whole.spans.length + 1)
    }),
  )
})

test('garbage gives an answer or a problem, and never an exception', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void readBytes(bytes)),
    { numRuns: 500 },
  )
})

test('a few bytes changed give an answer or a problem, and never an exception', () => {
  const change = fc.record({ at: fc.nat(), to: fc.nat(255) })
  fc.assert(
    fc.property(otlpRequest, fc.array(change, { minLength: 1, maxLength: 5 }), (request, changes) => {
      const bytes = toProtobuf(request)
      for (const { at, to } of changes) if (bytes.length > 0) bytes[at % bytes.length] = to
      readBytes(bytes)
    }),
    { numRuns: 300 },
  )
})
