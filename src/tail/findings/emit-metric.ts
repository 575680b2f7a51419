import type * as api from '@opentelemetry/api'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
  ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
} from '../../semconv/attributes/finding.ts'
import { ATTR_TOOLSPAN_SELF_REASON } from '../../semconv/attributes/self.ts'
import { metricOptions } from '../../semconv/metric-options.ts'
import {
  METRIC_TOOLSPAN_FINDINGS,
  METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
  METRIC_TOOLSPAN_SELF_FACTS_DROPPED,
} from '../../semconv/metrics.ts'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import { ATTR_GEN_AI_TOOL_NAME } from '../../semconv/standard.ts'
import type { Finding } from './finding.ts'

/** The instruments that findings are counted with. */
export interface FindingMetrics {
  opened(finding: Finding): void
  closed(finding: Finding): void
  dropped(reason: string, spans: number): void
}

export function createFindingMetrics(provider: api.MeterProvider): FindingMetrics {
  const meter = provider.getMeter(FINDINGS_SCOPE)
  const findings = meter.createCounter(METRIC_TOOLSPAN_FINDINGS, metricOptions(METRIC_TOOLSPAN_FINDINGS))
  const amplification = meter.createHistogram(
    METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
    metricOptions(METRIC_TOOLSPAN_RETRY_AMPLIFICATION),
  )
  const dropped = meter.createCounter(
    METRIC_TOOLSPAN_SELF_FACTS_DROPPED,
    metricOptions(METRIC_TOOLSPAN_SELF_FACTS_DROPPED),
  )
  return {
    opened(finding) {
      findings.add(1, {
        [ATTR_TOOLSPAN_FINDING_RULE]: finding.rule,
        [ATTR_TOOLSPAN_FINDING_SEVERITY]: finding.severity,
        ...originOf(finding),
      })
    },
    closed(finding) {
      if (finding.amplification !== undefined) amplification.record(finding.amplification, originOf(finding))
    },
    dropped(reason, spans) {
      dropped.add(spans, { [ATTR_TOOLSPAN_SELF_REASON]: reason })
    },
  }
}

function originOf({ origin }: Finding): api.Attributes {
  return {
    [ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME]: origin.service,
    ...(origin.tool === undefined ? {} : { [ATTR_GEN_AI_TOOL_NAME]: origin.tool }),
  }
}
