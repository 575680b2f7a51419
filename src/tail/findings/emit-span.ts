import * as api from '@opentelemetry/api'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import type { Finding } from './finding.ts'
import { findingAttributes } from './finding-attributes.ts'
import { findingLinks } from './finding-links.ts'

/**
 * Emits a finding as a span of the trace that it is about: child of the anchor, as long as the evidence lasted,
 * with links to the other evidence. It is sampled as the anchor was.
 */
export function emitFindingSpan(finding: Finding, traceFlags: number, provider: api.TracerProvider): void {
  const [anchorId] = finding.spanIds
  if (anchorId === undefined) return
  // ROOT_CONTEXT: the span is made whatever context, suppressed or not, is active at the moment.
  const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId: finding.traceId,
    spanId: anchorId,
    traceFlags,
  })
  const span = provider.getTracer(FINDINGS_SCOPE).startSpan(
    `finding ${finding.rule}`,
    {
      startTime: hrTime(finding.startMs),
      attributes: findingAttributes(finding),
      links: findingLinks(finding, traceFlags),
    },
    parent,
  )
  if (finding.severity !== 'info') span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.end(hrTime(finding.endMs))
}

/** Seconds and nanoseconds: the SDK would take a small plain number for a `performance.now()`. */
function hrTime(epochMs: number): api.HrTime {
  const seconds = Math.trunc(epochMs / 1000)
  return [seconds, Math.round((epochMs - seconds * 1000) * 1e6)]
}
