import type { Link } from '@opentelemetry/api'
import type { Finding } from './finding.ts'

/**
 * Links from a finding's span to its evidence. The anchor is the parent and gets none: where a parent is linked to as
 * well, Jaeger keeps the link alone (seen in 2.13), and Grafana shows a span that hangs nowhere.
 */
export function findingLinks({ traceId: ownTrace, spanIds, evidence }: Finding, traceFlags: number): Link[] {
  const [anchor] = spanIds
  return evidence
    .filter(({ traceId, spanId }) => traceId !== ownTrace || spanId !== anchor)
    .map(({ traceId, spanId }) => ({ context: { traceId, spanId, traceFlags } }))
}
