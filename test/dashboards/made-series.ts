import { COLLECTOR, JOB, UP } from '../../dashboards/src/foreign-series.ts'
import { LABEL, SERIES, TAIL } from '../../dashboards/src/series.ts'
import { prometheusName, prometheusSeries } from '../../src/semconv/prometheus-name.ts'
import { TAIL_METRICS } from '../../src/semconv/tail-metrics.ts'
import { RULES } from '../../src/tail/rules/index.ts'

/** A series as promtool takes it: one value a minute. */
export interface MadeSeries {
  readonly series: string
  readonly values: string
}

const MINUTES = 90
const SERVICE = { [LABEL.service]: 'orders-agent' }
const TOOL = { ...SERVICE, [LABEL.tool]: 'get_order' }
const ORIGIN = { [LABEL.originService]: 'orders-agent', [LABEL.tool]: 'get_order' }
const TAIL_INSTANCE = { instance: 'tail:9464', job: JOB.tail }

function made(name: string, labels: Readonly<Record<string, string>>, values: string): MadeSeries {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return { series: `${name}{${pairs.join(',')}}`, values }
}

const counter = (name: string, labels: Readonly<Record<string, string>>, aMinute = 1) =>
  made(name, labels, `0+${aMinute}x${MINUTES}`)
const level = (name: string, labels: Readonly<Record<string, string>>, value: number) =>
  made(name, labels, `${value}x${MINUTES}`)

function results(status: string, coverage: string, freshness: string, category?: string): MadeSeries {
  const stated = { [LABEL.status]: status, [LABEL.coverage]: coverage, [LABEL.freshness]: freshness }
  return counter(SERIES.toolResults, {
    ...TOOL,
    ...stated,
    ...(category === undefined ? {} : { [LABEL.category]: category }),
  })
}

function tries(attempt: string, more: Readonly<Record<string, string>> = {}): MadeSeries {
  return counter(SERIES.spanCalls, {
    ...SERVICE,
    [LABEL.layer]: 'tool',
    [LABEL.owner]: 'orders-handler',
    [LABEL.attempt]: attempt,
    ...more,
  })
}

const asked: ReadonlySet<string> = new Set(Object.values(TAIL))

/** Metrics of the tail that no series below is made for by hand. */
const OTHERS_OF_TAIL = TAIL_METRICS.filter((metric) => !asked.has(prometheusName(metric))).flatMap((metric) =>
  prometheusSeries(metric).map((name) => counter(name, { ...TAIL_INSTANCE, le: '+Inf' })),
)

/** A stack in which agents work and nothing is wrong. */
export const HEALTHY: readonly MadeSeries[] = [
  results('found', 'complete', 'fresh'),
  results('found_none', 'complete', 'fresh'),
  counter(SERIES.spanCalls, TOOL),
  tries('1'),
  counter(SERIES.attempts, { ...SERVICE, [LABEL.layer]: 'tool' }),
  counter(SERIES.spanDurationBuckets, { ...TOOL, le: '0.1' }),
  counter(SERIES.spanDurationBuckets, { ...TOOL, le: '+Inf' }),
  level(UP, { job: JOB.tail }, 1),
  level(UP, { job: JOB.collectorMetrics }, 1),
  counter(COLLECTOR.acceptedSpans, { receiver: 'otlp' }, 600),
  counter(COLLECTOR.refusedSpans, { receiver: 'otlp' }, 0),
  level(COLLECTOR.queueSize, { exporter: 'otlp_http/tail' }, 2),
  level(COLLECTOR.queueCapacity, { exporter: 'otlp_http/tail' }, 10_000),
  counter(COLLECTOR.sendFailed, { exporter: 'otlp_http/tail' }, 0),
  counter(COLLECTOR.sampled, { decision: 'sampled' }),
  counter(TAIL.spansReceived, TAIL_INSTANCE, 600),
  counter(TAIL.spansSettled, { ...TAIL_INSTANCE, [LABEL.tailOutcome]: 'recorded' }, 600),
  counter(TAIL.requests, { ...TAIL_INSTANCE, [LABEL.tailStatus]: '200' }),
  level(TAIL.spansHeld, TAIL_INSTANCE, 500),
  level(TAIL.spansCapacity, TAIL_INSTANCE, 1_000_000),
  level(TAIL.factsSize, TAIL_INSTANCE, 50_000),
  level(TAIL.factsCapacity, TAIL_INSTANCE, 500_000_000),
  level(TAIL.runsHeld, TAIL_INSTANCE, 3),
  counter(TAIL.runsReleased, { ...TAIL_INSTANCE, [LABEL.tailReason]: 'ended' }),
  level(TAIL.judgingDelay, TAIL_INSTANCE, 0),
  level(TAIL.loopDelay, TAIL_INSTANCE, 0.01),
  level(TAIL.journalSize, TAIL_INSTANCE, 100_000),
  level(TAIL.outboxHeld, TAIL_INSTANCE, 0),
  level(TAIL.outboxCapacity, TAIL_INSTANCE, 100_000),
  counter(TAIL.findingsSent, TAIL_INSTANCE, 0),
  ...OTHERS_OF_TAIL,
]

/** The same with everything that can go wrong. Findings are the first of their kind: one sample, and it is 1. */
export const INCIDENT: readonly MadeSeries[] = [
  ...HEALTHY,
  results('failed', 'unknown', 'unknown', 'transient'),
  results('found_none', 'unknown', 'fresh'),
  results('found', 'complete', 'stale'),
  tries('2'),
  tries('3', { [LABEL.exhaustedBy]: 'attempts' }),
  ...RULES.map(({ id }) =>
    made(
      SERIES.findings,
      { ...SERVICE, ...ORIGIN, [LABEL.rule]: id, [LABEL.severity]: 'critical' },
      `_x${MINUTES - 32} 1x20`,
    ),
  ),
  counter(SERIES.amplificationBuckets, { ...ORIGIN, le: '9' }),
  counter(SERIES.amplificationBuckets, { ...ORIGIN, le: '+Inf' }),
  counter(SERIES.selfErrors, { ...SERVICE, [LABEL.site]: 'classify' }),
  counter(SERIES.factsDropped, { ...SERVICE, [LABEL.reason]: 'run_full' }),
  counter(SERIES.ledgersIgnored, { ...SERVICE, [LABEL.reason]: 'untrusted' }),
  counter(COLLECTOR.sendFailed, { exporter: 'otlp_grpc/jaeger' }),
  counter(COLLECTOR.droppedTooEarly, { instance: 'collector:8888' }),
  counter(TAIL.findingsLost, { ...TAIL_INSTANCE, [LABEL.tailReason]: 'rejected' }),
]

/** The minute at which queries are asked. */
export const ASKED_AT_MINUTE = 60
