import { FOREIGN_SERIES } from '../../dashboards/src/foreign-series.ts'
import { EVERY_METRIC } from '../../src/semconv/every-metric.ts'
import { prometheusLabel, prometheusSeries } from '../../src/semconv/prometheus-name.ts'
import { SPAN_METRICS, SPAN_METRICS_ATTRIBUTES } from '../../src/semconv/span-metrics.ts'
import { ATTR_SERVICE_NAME } from '../../src/semconv/standard.ts'
import type { ReadQuery } from './read-promql.ts'

/** Labels that Prometheus, the Collector and exporters put on series by themselves. */
const FOREIGN_LABELS = [
  'job',
  'instance',
  'exporter',
  'receiver',
  'decision',
  'le',
  'alertname',
  'alertstate',
  'severity',
]

/** The labels that a series may have; undefined for a series that nobody declares. */
const LABELS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ...EVERY_METRIC.flatMap((metric) =>
    prometheusSeries(metric).map((name) => [name, [ATTR_SERVICE_NAME, ...metric.attributes]] as const),
  ),
  ...SPAN_METRICS.flatMap((metric) =>
    prometheusSeries(metric).map(
      (name) => [name, [...SPAN_METRICS_ATTRIBUTES, ...metric.dimensions]] as const,
    ),
  ),
  ...FOREIGN_SERIES.map((name) => [name, []] as const),
])

/** The series of a query that nobody declares, and the labels that none of its series has. */
export function undeclared({ metrics, labels }: ReadQuery): readonly string[] {
  const known = new Set([
    ...FOREIGN_LABELS,
    ...metrics.flatMap((metric) => (LABELS_OF.get(metric) ?? []).map(prometheusLabel)),
  ])
  return [
    ...metrics.filter((metric) => !LABELS_OF.has(metric)),
    ...labels.filter((label) => !known.has(label)),
  ]
}
