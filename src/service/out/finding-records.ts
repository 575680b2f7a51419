import { type Attributes, type HrTime, type SpanContext, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { EVENT_TOOLSPAN_FINDING } from '../../semconv/events.ts'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import { SEVERITY_NUMBERS, SEVERITY_TEXTS } from '../../tail/findings/emit-log.ts'
import { findingAttributes } from '../../tail/findings/finding-attributes.ts'
import { findingLinks } from '../../tail/findings/finding-links.ts'
import type { Report } from './report.ts'

// What the SDK's exporters take, written down as plain data: a finding has its own ids and times, which no tracer or
// logger of the SDK would give it.

/** What a record says about who sends it. */
export interface RecordResource {
  readonly attributes: Attributes
}

/** The scope of all records: exporters group by the identity of the object. */
const SCOPE = Object.freeze({ name: FINDINGS_SCOPE })
const NONE: readonly never[] = []

/**
 * A closed finding as the span that `ReadableSpan` of the SDK describes. Its id is that of the finding, so that a span
 * that is sent twice is the same span.
 */
export function findingSpan({ finding, traceFlags }: Report, resource: RecordResource) {
  const { traceId } = finding
  return {
    name: `finding ${finding.rule}`,
    kind: SpanKind.INTERNAL,
    spanContext: (): SpanContext => ({ traceId, spanId: finding.id, traceFlags }),
    parentSpanContext: { traceId, spanId: finding.spanIds[0] ?? '', traceFlags },
    startTime: hrTime(finding.startMs),
    endTime: hrTime(finding.endMs),
    duration: hrTime(finding.endMs - finding.startMs),
    status: { code: finding.severity === 'info' ? SpanStatusCode.UNSET : SpanStatusCode.ERROR },
    attributes: findingAttributes(finding),
    links: findingLinks(finding, traceFlags),
    events: [...NONE],
    ended: true,
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/** A report as the log record that `ReadableLogRecord` of the SDK describes. */
export function findingLog({ finding, traceFlags, atMs }: Report, resource: RecordResource) {
  return {
    hrTime: hrTime(atMs),
    hrTimeObserved: hrTime(atMs),
    spanContext: { traceId: finding.traceId, spanId: finding.spanIds[0] ?? '', traceFlags },
    severityNumber: SEVERITY_NUMBERS[finding.severity],
    severityText: SEVERITY_TEXTS[finding.severity],
    body: finding.summary,
    eventName: EVENT_TOOLSPAN_FINDING,
    resource,
    instrumentationScope: SCOPE,
    attributes: findingAttributes(finding),
    droppedAttributesCount: 0,
  }
}

function hrTime(ms: number): HrTime {
  const seconds = Math.trunc(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
