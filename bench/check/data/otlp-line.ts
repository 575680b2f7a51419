import type { AttributeValue, MadeSpan } from './made-span.ts'

/** Spans as one line of the Collector's file exporter: a request with a resource for each service. */
export function otlpLine(spans: readonly MadeSpan[]): string {
  const byOrigin = Map.groupBy(spans, ({ service, scope }) => `${service} ${scope}`)
  return `${JSON.stringify({ resourceSpans: [...byOrigin.values()].map(resourceSpans) })}\n`
}

function resourceSpans(spans: readonly MadeSpan[]) {
  const [first] = spans
  return {
    resource: {
      attributes: keyValues({
        'service.name': first?.service ?? '',
        'service.version': '4.12.0',
        'telemetry.sdk.language': 'nodejs',
        'telemetry.sdk.version': '2.12.1',
        'host.name': 'ip-10-2-3-4.eu-central-1.compute.internal',
        'k8s.pod.name': `${first?.service}-7d9c5b6f4-x2x8q`,
        'k8s.namespace.name': 'agents',
      }),
    },
    scopeSpans: [{ scope: { name: first?.scope ?? '', version: '1.4.2' }, spans: spans.map(otlpSpan) }],
    schemaUrl: 'https://opentelemetry.io/schemas/1.40.0',
  }
}

function otlpSpan(span: MadeSpan) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    flags: 257,
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: `${span.startMs}000000`,
    endTimeUnixNano: `${span.endMs}000000`,
    attributes: keyValues(span.attributes),
    ...(span.exception === undefined && span.events === undefined ? {} : { events: eventsOf(span) }),
    ...(span.links === undefined ? {} : { links: span.links }),
    status: span.hasFailed ? { code: 2, message: 'failed' } : {},
  }
}

function eventsOf({ startMs, endMs, events = [], exception }: MadeSpan) {
  const made = events.map(({ name, attributes }) => ({
    timeUnixNano: `${startMs}000000`,
    name,
    attributes: keyValues(attributes),
  }))
  if (exception === undefined) return made
  const attributes = keyValues({
    'exception.type': exception.type,
    'exception.message': exception.message,
    ...(exception.stack === undefined ? {} : { 'exception.stacktrace': exception.stack }),
  })
  return [...made, { timeUnixNano: `${endMs}000000`, name: 'exception', attributes }]
}

function keyValues(attributes: Readonly<Record<string, AttributeValue>>) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }))
}

function anyValue(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'number') return { intValue: String(value) }
  return { arrayValue: { values: value.map((item) => ({ stringValue: item })) } }
}
