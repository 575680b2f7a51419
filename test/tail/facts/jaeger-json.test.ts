import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJaegerJson } from '../../../src/tail/facts/jaeger-json.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN_ID = '00f067aa0ba902b7'
const START_US = 1_768_467_600_000_500

function read(document: Readonly<Record<string, unknown>>) {
  const spans: SpanInput[] = []
  const problems: string[] = []
  readJaegerJson(document, {
    span: (span) => spans.push(span),
    problem: (message) => problems.push(message),
  })
  return { spans, problems }
}

const tag = (key: string, value: unknown, type = 'string') => ({ key, type, value })

function spanOf(fields: Readonly<Record<string, unknown>> = {}) {
  return {
    traceID: TRACE_ID,
    spanID: SPAN_ID,
    operationName: 'tools/call search',
    references: [],
    startTime: START_US,
    duration: 1500,
    tags: [],
    logs: [],
    processID: 'p1',
    ...fields,
  }
}

function pageOf(...spans: readonly unknown[]) {
  return {
    data: [{ traceID: TRACE_ID, spans, processes: { p1: { serviceName: 'orders', tags: [] } } }],
    total: 0,
  }
}

const only = (fields: Readonly<Record<string, unknown>>) => read(pageOf(spanOf(fields))).spans[0]

test('a span of a downloaded page comes out with service, kind, status, events and times', () => {
  const { spans, problems } = read(
    pageOf(
      spanOf({
        flags: 1,
        references: [{ refType: 'CHILD_OF', traceID: TRACE_ID, spanID: 'b7ad6b7169203331' }],
        tags: [
          tag('span.kind', 'client'),
          tag('otel.status_code', 'ERROR'),
          tag('otel.scope.name', 'toolspan'),
          tag('toolspan.attempt.number', 2, 'int64'),
          tag('toolspan.error.retryable', true, 'bool'),
        ],
        logs: [
          {
            timestamp: START_US + 1000,
            fields: [tag('event', 'exception'), tag('exception.type', 'TimeoutError')],
          },
        ],
      }),
    ),
  )
  expect(problems).toEqual([])
  expect(spans).toMatchObject([
    {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      parentSpanId: 'b7ad6b7169203331',
      traceFlags: 1,
      name: 'tools/call search',
      kind: 'client',
      scope: 'toolspan',
      service: 'orders',
      startMs: 1_768_467_600_000.5,
      endMs: 1_768_467_600_002,
      failed: true,
      attributes: { 'toolspan.attempt.number': 2, 'toolspan.error.retryable': true },
      events: [
        { name: 'exception', timeMs: 1_768_467_600_001.5, attributes: { 'exception.type': 'TimeoutError' } },
      ],
      links: [],
    },
  ])
})

test('an answer of the API may hold several traces, and a document one trace alone', () => {
  const trace = pageOf(spanOf()).data[0]
  expect(read({ data: [trace, trace] }).spans).toHaveLength(2)
  expect(read({ ...trace }).spans).toMatchObject([{ service: 'orders' }])
})

test('ids that Jaeger has shortened are filled up with zeros', () => {
  expect(only({ traceID: 'abc', spanID: '1f' })).toMatchObject({
    traceId: 'abc'.padStart(32, '0'),
    spanId: '1f'.padStart(16, '0'),
  })
})

test('a parent in the same trace is the parent; other references are links', () => {
  const other = 'c'.repeat(32)
  const span = only({
    references: [
      { refType: 'FOLLOWS_FROM', traceID: TRACE_ID, spanID: 'a1' },
      { refType: 'CHILD_OF', traceID: other, spanID: 'a2' },
      { refType: 'CHILD_OF', traceID: TRACE_ID, spanID: 'a3' },
    ],
  })
  expect(span?.parentSpanId).toBe('a3'.padStart(16, '0'))
  expect(span?.links.map(({ traceId }) => traceId)).toEqual([TRACE_ID, other])
  expect(only({ parentSpanID: 'a4' })?.parentSpanId).toBe('a4'.padStart(16, '0'))
  expect(only({ parentSpanID: '0' })?.parentSpanId).toBeUndefined()
})

test.each([
  [[tag('error', true, 'bool')], true],
  [[tag('error', 'true')], true],
  [[tag('error', false, 'bool')], false],
  [[tag('error', true, 'bool'), tag('otel.status_code', 'OK')], false],
  [[tag('otel.status_code', 'ERROR')], true],
  [[], false],
])('the tags %j make the span a failure: %s', (tags, failed) => {
  expect(only({ tags })?.failed).toBe(failed)
})

test('lists that conventions know as lists are lists again, other texts stay texts', () => {
  const attributes = only({
    tags: [
      tag('http.request.header.x-stainless-retry-count', '["2"]'),
      tag('toolspan.error.fields', '["partial_results"]'),
      tag('gen_ai.tool.call.result', '["a","b"]'),
      tag('http.response.header.odd', '[1'),
      tag('count', '12345678901', 'int64'),
      tag('raw', 'AAE=', 'binary'),
      tag('__proto__', 'x'),
    ],
  })?.attributes
  expect(attributes).toEqual({
    'http.request.header.x-stainless-retry-count': ['2'],
    'toolspan.error.fields': ['partial_results'],
    'gen_ai.tool.call.result': '["a","b"]',
    'http.response.header.odd': '[1',
    count: 12_345_678_901,
  })
})

test.each([
  [{ traceID: 'xyz' }, 'data[0].spans[0].traceID: expected up to 32 hex digits, not all zero, got "xyz"'],
  [{ spanID: '0000' }, 'data[0].spans[0].spanID: expected up to 16 hex digits, not all zero, got "0000"'],
  [{ startTime: 'soon' }, 'data[0].spans[0].startTime: expected microseconds, got "soon"'],
  [{ startTime: null }, 'data[0].spans[0].startTime: expected microseconds, got nothing'],
  [{ duration: Number.NaN }, 'data[0].spans[0].duration: expected microseconds, got NaN'],
  [{ tags: 'none' }, 'data[0].spans[0].tags: expected an array, got "none"'],
  [{ references: [7] }, 'data[0].spans[0].references[0]: expected an object, got 7'],
])('a span with %j is told and does not hide the next one', (fields, problem) => {
  const { spans, problems } = read(pageOf(spanOf(fields), spanOf()))
  expect(spans).toHaveLength(1)
  expect(problems).toEqual([problem])
})

test('what the API could not do is told', () => {
  const errors = [{ code: 404, msg: 'trace not found', traceID: 'abc' }]
  expect(read({ data: null, errors }).problems).toEqual([
    'errors: Jaeger says 404: "trace not found" (trace "abc")',
    'data: expected an array, got nothing',
  ])
})

test('a process that is missing leaves the service unnamed', () => {
  expect(only({ processID: 'p9' })?.service).toBe('')
})

test('whatever a document holds, it gives an answer or a problem, and never an exception', () => {
  const any = fc.anything({ maxDepth: 4 })
  const fields = [
    'traceID',
    'spanID',
    'references',
    'startTime',
    'duration',
    'tags',
    'logs',
    'processID',
    'flags',
  ]
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...fields), any), any, (odd, data) => {
      read(pageOf(spanOf(odd)))
      read({ data })
    }),
    { numRuns: 300 },
  )
})
