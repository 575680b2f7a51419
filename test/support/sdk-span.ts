import type { SdkSpan } from '../../src/tail/facts/from-sdk-span.ts'
import type { SpanInput } from '../../src/tail/facts/span-input.ts'

const KINDS: readonly SpanInput['kind'][] = ['internal', 'server', 'client', 'producer', 'consumer']

/** An ended span as the SDK of OpenTelemetry hands it to processors, of one service. */
export function sdkSpanOf(
  span: Pick<SpanInput, 'name' | 'kind' | 'startMs' | 'endMs' | 'failed' | 'attributes'>,
  ids: Pick<SpanInput, 'traceId' | 'spanId' | 'parentSpanId'>,
): SdkSpan & { ended: boolean } {
  const context = { traceId: ids.traceId, spanId: ids.spanId, traceFlags: 1 }
  return {
    name: span.name,
    kind: KINDS.indexOf(span.kind),
    spanContext: () => context,
    parentSpanContext: ids.parentSpanId === undefined ? undefined : { spanId: ids.parentSpanId },
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs ?? span.startMs),
    ended: true,
    status: { code: span.failed ? 2 : 0 },
    attributes: span.attributes,
    events: [],
    links: [],
    resource: { attributes: { 'service.name': 'agent' } },
    instrumentationScope: { name: 'test' },
  }
}

function hrTime(ms: number): [number, number] {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
