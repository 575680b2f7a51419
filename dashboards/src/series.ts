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
  ATTR_TOOLSPAN_TAIL_OUTCOME,
  ATTR_TOOLSPAN_TAIL_REASON,
  ATTR_TOOLSPAN_TAIL_STATUS,
} from '../../src/semconv/attributes/tail.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import {
  METRIC_TOOLSPAN_ATTEMPTS,
  METRIC_TOOLSPAN_FINDINGS,
  METRIC_TOOLSPAN_RETRY_AMPLIFICATION,
  METRIC_TOOLSPAN_SELF_ERRORS,
  METRIC_TOOLSPAN_SELF_FACTS_DROPPED,
  METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED,
  METRIC_TOOLSPAN_TOOL_RESULTS,
} from '../../src/semconv/metrics.ts'
import { prometheusLabel, prometheusName } from '../../src/semconv/prometheus-name.ts'
import { SPAN_CALLS, SPAN_DURATION } from '../../src/semconv/span-metrics.ts'
import { ATTR_GEN_AI_TOOL_NAME, ATTR_SERVICE_NAME } from '../../src/semconv/standard.ts'
import {
  METRIC_TAIL_FACTS_CAPACITY,
  METRIC_TAIL_FACTS_SIZE,
  METRIC_TAIL_FINDINGS_LOST,
  METRIC_TAIL_FINDINGS_SENT,
  METRIC_TAIL_JOURNAL_SIZE,
  METRIC_TAIL_JUDGING_DELAY,
  METRIC_TAIL_LOOP_DELAY,
  METRIC_TAIL_OUTBOX_CAPACITY,
  METRIC_TAIL_OUTBOX_HELD,
  METRIC_TAIL_REQUESTS,
  METRIC_TAIL_RUNS_HELD,
  METRIC_TAIL_RUNS_RELEASED,
  METRIC_TAIL_SPANS_CAPACITY,
  METRIC_TAIL_SPANS_HELD,
  METRIC_TAIL_SPANS_RECEIVED,
  METRIC_TAIL_SPANS_SETTLED,
} from '../../src/semconv/tail-metrics.ts'

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

/** What the tail service says about its own health. */
export const TAIL = {
  spansReceived: seriesOf(METRIC_TAIL_SPANS_RECEIVED),
  spansSettled: seriesOf(METRIC_TAIL_SPANS_SETTLED),
  requests: seriesOf(METRIC_TAIL_REQUESTS),
  spansHeld: seriesOf(METRIC_TAIL_SPANS_HELD),
  spansCapacity: seriesOf(METRIC_TAIL_SPANS_CAPACITY),
  factsSize: seriesOf(METRIC_TAIL_FACTS_SIZE),
  factsCapacity: seriesOf(METRIC_TAIL_FACTS_CAPACITY),
  runsHeld: seriesOf(METRIC_TAIL_RUNS_HELD),
  runsReleased: seriesOf(METRIC_TAIL_RUNS_RELEASED),
  judgingDelay: seriesOf(METRIC_TAIL_JUDGING_DELAY),
  journalSize: seriesOf(METRIC_TAIL_JOURNAL_SIZE),
  outboxHeld: seriesOf(METRIC_TAIL_OUTBOX_HELD),
  outboxCapacity: seriesOf(METRIC_TAIL_OUTBOX_CAPACITY),
  findingsSent: seriesOf(METRIC_TAIL_FINDINGS_SENT),
  findingsLost: seriesOf(METRIC_TAIL_FINDINGS_LOST),
  loopDelay: seriesOf(METRIC_TAIL_LOOP_DELAY),
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
  tailOutcome: prometheusLabel(ATTR_TOOLSPAN_TAIL_OUTCOME),
  tailReason: prometheusLabel(ATTR_TOOLSPAN_TAIL_REASON),
  tailStatus: prometheusLabel(ATTR_TOOLSPAN_TAIL_STATUS),
} as const

/** Every attempt that was not the first, as a matcher: the label holds the number. */
export const IS_RETRY = `${LABEL.attempt}=~"[2-9]|[1-9][0-9]+"`
export const IS_FIRST_TRY = `${LABEL.attempt}="1"`
export const IS_ATTEMPT = `${LABEL.attempt}!=""`

function seriesOf(metric: string): string {
  const declared = EVERY_METRIC.find(({ name }) => name === metric)
  if (declared === undefined) throw new RangeError(`metric ${metric} is not declared`)
  return prometheusName(declared)
}
