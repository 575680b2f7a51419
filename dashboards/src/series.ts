import {
  ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
  ATTR_TOOLSPAN_BUDGET_OWNER,
} from '../../src/semconv/attributes/budget.ts'
import { ATTR_TOOLSPAN_COVERAGE_STATUS } from '../../src/semconv/attributes/coverage.ts'
import { ATTR_TOOLSPAN_ERROR_CATEGORY } from '../../src/semconv/attributes/error.ts'
import {
  ATTR_TOOLSPAN_FINDING_RULE,
  ATTR_TOOLSPAN_FINDING_SEVERITY,
  ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
} from '../../src/semconv/attributes/finding.ts'
import { ATTR_TOOLSPAN_FRESHNESS_STATUS } from '../../src/semconv/attributes/freshness.ts'
import { ATTR_TOOLSPAN_ATTEMPT_NUMBER } from '../../src/semconv/attributes/operation.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS } from '../../src/semconv/attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER } from '../../src/semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_SELF_REASON, ATTR_TOOLSPAN_SELF_SITE } from '../../src/semconv/attributes/self.ts'
import {
  METRIC_TOOLSPAN_ATTEMPTS,
  METRIC_TOOLSPAN_FINDINGS,
  METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
  METRIC_TOOLSPAN_SELF_ERRORS,
  METRIC_TOOLSPAN_SELF_FACTS_DROPPED,
  METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED,
  METRIC_TOOLSPAN_TOOL_RESULTS,
  METRICS,
} from '../../src/semconv/metrics.ts'
import { prometheusLabel, prometheusName } from '../../src/semconv/prometheus-name.ts'
import { SPAN_CALLS, SPAN_DURATION } from '../../src/semconv/span-metrics.ts'
import { ATTR_GEN_AI_TOOL_NAME, ATTR_SERVICE_NAME } from '../../src/semconv/standard.ts'

/** The series that queries name, each under the name that Prometheus knows it by. */
export const SERIES = {
  toolResults: seriesOf(METRIC_TOOLSPAN_TOOL_RESULTS),
  attempts: seriesOf(METRIC_TOOLSPAN_ATTEMPTS),
  findings: seriesOf(METRIC_TOOLSPAN_FINDINGS),
  amplificationBuckets: `${seriesOf(METRIC_TOOLSPAN_RETRY_AMPLIFICATION)}_bucket`,
  selfErrors: seriesOf(METRIC_TOOLSPAN_SELF_ERRORS),
  factsDropped: seriesOf(METRIC_TOOLSPAN_SELF_FACTS_DROPPED),
  ledgersIgnored: seriesOf(METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED),
  spanCalls: prometheusName(SPAN_CALLS),
  spanDurationBuckets: `${prometheusName(SPAN_DURATION)}_bucket`,
} as const

/** The labels that queries name. */
export const LABEL = {
  service: prometheusLabel(ATTR_SERVICE_NAME),
  originService: prometheusLabel(ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME),
  tool: prometheusLabel(ATTR_GEN_AI_TOOL_NAME),
  status: prometheusLabel(ATTR_TOOLSPAN_RESULT_STATUS),
  category: prometheusLabel(ATTR_TOOLSPAN_ERROR_CATEGORY),
  coverage: prometheusLabel(ATTR_TOOLSPAN_COVERAGE_STATUS),
  freshness: prometheusLabel(ATTR_TOOLSPAN_FRESHNESS_STATUS),
  layer: prometheusLabel(ATTR_TOOLSPAN_LAYER),
  owner: prometheusLabel(ATTR_TOOLSPAN_BUDGET_OWNER),
  exhaustedBy: prometheusLabel(ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY),
  attempt: prometheusLabel(ATTR_TOOLSPAN_ATTEMPT_NUMBER),
  rule: prometheusLabel(ATTR_TOOLSPAN_FINDING_RULE),
  severity: prometheusLabel(ATTR_TOOLSPAN_FINDING_SEVERITY),
  site: prometheusLabel(ATTR_TOOLSPAN_SELF_SITE),
  reason: prometheusLabel(ATTR_TOOLSPAN_SELF_REASON),
} as const

/** Every attempt that was not the first, as a matcher: the label holds the number. */
export const IS_RETRY = `${LABEL.attempt}=~"[2-9]|[1-9][0-9]+"`
export const IS_FIRST_TRY = `${LABEL.attempt}="1"`
export const IS_ATTEMPT = `${LABEL.attempt}!=""`

function seriesOf(metric: string): string {
  const declared = METRICS.find(({ name }) => name === metric)
  if (declared === undefined) throw new RangeError(`metric ${metric} is not declared`)
  return prometheusName(declared)
}
