import type { Clock } from '../../clock.ts'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
  ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
  SEVERITIES,
} from '../../semconv/attributes/finding.ts'
import { METRIC_TOOLSPAN_FINDINGS, METRIC_TOOLSPAN_RETRY_AMPLIFICATION } from '../../semconv/metrics.ts'
import { ATTR_GEN_AI_TOOL_NAME } from '../../semconv/standard.ts'
import type { Finding } from '../../tail/findings/finding.ts'
import type { Reporter } from '../../tail/findings/reporter.ts'
import { RULES } from '../../tail/rules/index.ts'
import type { Exemplar, MetricRegistry } from '../metrics/metric-registry.ts'
import type { Report } from './report.ts'

/** Counts findings, and hands them to `send` when they open and when they close. */
export function createTailReporter(
  metrics: MetricRegistry,
  clock: Clock,
  send: (report: Report) => void,
): Reporter {
  // Whoever draws a rate needs to have seen the zero before the first finding.
  for (const { id } of RULES) {
    for (const severity of SEVERITIES) {
      metrics.count(METRIC_TOOLSPAN_FINDINGS, {
        [ATTR_TOOLSPAN_FINDING_RULE]: id,
        [ATTR_TOOLSPAN_FINDING_SEVERITY]: severity,
      })
    }
  }

  function exemplarOf(finding: Finding, value: number): Exemplar {
    return { traceId: finding.traceId, spanId: finding.spanIds[0] ?? '', value, atMs: clock.now() }
  }

  return {
    opened(finding, traceFlags) {
      const attributes = {
        [ATTR_TOOLSPAN_FINDING_RULE]: finding.rule,
        [ATTR_TOOLSPAN_FINDING_SEVERITY]: finding.severity,
        ...originOf(finding),
      }
      metrics.count(METRIC_TOOLSPAN_FINDINGS, attributes).add(1, exemplarOf(finding, 1))
      // One that closes at the same moment is told of once.
      if (finding.state === 'open') send({ finding, traceFlags, atMs: clock.now() })
    },
    closed(finding, traceFlags) {
      const { amplification } = finding
      if (amplification !== undefined) {
        metrics
          .distribution(METRIC_TOOLSPAN_RETRY_AMPLIFICATION, originOf(finding))
          .record(amplification, exemplarOf(finding, amplification))
      }
      send({ finding, traceFlags, atMs: clock.now() })
    },
    withdrawn(finding, traceFlags) {
      send({ finding, traceFlags, atMs: clock.now(), isWithdrawn: true })
    },
    // Only processors see calls that are open, and only they leave spans out one by one.
    callOpen() {},
    dropped() {},
  }
}

function originOf({ origin }: Finding) {
  return {
    [ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME]: origin.service,
    ...(origin.tool === undefined ? {} : { [ATTR_GEN_AI_TOOL_NAME]: origin.tool }),
  }
}
