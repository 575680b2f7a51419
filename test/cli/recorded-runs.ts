// Small recorded runs in OTLP/JSON, as a Collector's file exporter would write them.

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const OTHER_TRACE_ID = '5bf92f3577b34da6a3ce929d0e0e4736'
const START_NS = 1_768_467_600_000_000_000n

type Value = string | number | boolean

interface RecordedSpan {
  readonly id: number
  readonly parent?: number
  readonly name: string
  readonly kind?: number
  readonly startMs: number
  readonly endMs: number
  readonly isError?: boolean
  readonly attributes?: Readonly<Record<string, Value>>
}

/** A look-up that answers with nothing and does not say what it looked at. */
export const EMPTY_LOOK_UP = requestOf(OTHER_TRACE_ID, [
  {
    id: 1,
    name: 'tools/call search_orders',
    kind: 3,
    startMs: 0,
    endMs: 40,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'toolspan.tool.effect': 'read',
      'toolspan.result.status': 'found_none',
      'toolspan.result.reason': 'empty_array',
      'toolspan.coverage.status': 'unknown',
    },
  },
])

/** The same look-up, but it says that it looked everywhere. */
export const PROVEN_NONE = requestOf(OTHER_TRACE_ID, [
  {
    id: 1,
    name: 'tools/call search_orders',
    kind: 3,
    startMs: 0,
    endMs: 40,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search_orders',
      'toolspan.tool.effect': 'read',
      'toolspan.result.status': 'found_none',
      'toolspan.result.reason': 'declared',
      'toolspan.coverage.status': 'complete',
    },
  },
])

/** A coordinator and a handler below it that each try three times: nine tries of one look-up, all in vain. */
export const STORM = requestOf(TRACE_ID, [
  { id: 1, name: 'invoke_agent plan', startMs: 0, endMs: 3000, isError: true },
  ...[0, 1, 2].flatMap((outer): readonly RecordedSpan[] => [
    attempt(10 + outer, 1, 'coordinator', 'plan-loop', 'b-0', outer, outer * 1000, 900),
    ...[0, 1, 2].map((inner) =>
      attempt(
        100 + outer * 10 + inner,
        10 + outer,
        'tool',
        'orders-handler',
        `b-${outer + 1}`,
        inner,
        outer * 1000 + inner * 300,
        250,
      ),
    ),
  ]),
])

function attempt(
  id: number,
  parent: number,
  layer: string,
  owner: string,
  budget: string,
  index: number,
  startMs: number,
  lastsMs: number,
): RecordedSpan {
  return {
    id,
    parent,
    name: `get_order attempt ${index + 1}`,
    startMs,
    endMs: startMs + lastsMs,
    isError: true,
    attributes: {
      'error.type': 'ECONNRESET',
      'gen_ai.tool.name': 'get_order',
      'toolspan.operation.id': 'order-88',
      'toolspan.layer': layer,
      'toolspan.attempt.number': index + 1,
      'toolspan.budget.id': budget,
      'toolspan.budget.owner': owner,
      'toolspan.budget.max_attempts': 3,
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': true,
    },
  }
}

function requestOf(traceId: string, spans: readonly RecordedSpan[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'orders-agent' } }] },
        scopeSpans: [{ scope: { name: 'toolspan' }, spans: spans.map((span) => otlpSpan(traceId, span)) }],
      },
    ],
  }
}

function otlpSpan(traceId: string, span: RecordedSpan) {
  return {
    traceId,
    spanId: spanIdOf(span.id),
    parentSpanId: span.parent === undefined ? '' : spanIdOf(span.parent),
    name: span.name,
    kind: span.kind ?? 1,
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: nanoseconds(span.endMs),
    status: { code: span.isError === true ? 2 : 0 },
    attributes: Object.entries(span.attributes ?? {}).map(([key, value]) => ({
      key,
      value: anyValue(value),
    })),
  }
}

function spanIdOf(id: number): string {
  return id.toString(16).padStart(16, '0')
}

function nanoseconds(ms: number): string {
  return String(START_NS + BigInt(ms) * 1_000_000n)
}

function anyValue(value: Value) {
  if (typeof value === 'string') return { stringValue: value }
  return typeof value === 'boolean' ? { boolValue: value } : { intValue: String(value) }
}
