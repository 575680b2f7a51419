import type { AttributeValue, SpanInput } from '../../src/tail/facts/span-input.ts'

const KINDS = ['', 'internal', 'server', 'client', 'producer', 'consumer']

/** A request in OTLP/JSON that says the same as the spans. */
export function otlpOf(spans: readonly SpanInput[]) {
  return {
    resourceSpans: spans.map((span) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: span.service } }] },
      scopeSpans: [{ scope: { name: span.scope }, spans: [spanOf(span)] }],
    })),
  }
}

function spanOf(span: SpanInput) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    flags: span.traceFlags,
    name: span.name,
    kind: KINDS.indexOf(span.kind),
    startTimeUnixNano: nanoseconds(span.startMs),
    endTimeUnixNano: span.endMs === undefined ? '0' : nanoseconds(span.endMs),
    attributes: keyValues(span.attributes),
    events: span.events.map(({ name, timeMs, attributes }) => ({
      name,
      timeUnixNano: nanoseconds(timeMs),
      attributes: keyValues(attributes),
    })),
    links: span.links,
    status: {
      code: span.failed ? 2 : 0,
      ...(span.statusMessage === undefined ? {} : { message: span.statusMessage }),
    },
  }
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}

function keyValues(attributes: SpanInput['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  return { arrayValue: { values: (value ?? []).map((item) => anyValue(item ?? undefined)) } }
}
