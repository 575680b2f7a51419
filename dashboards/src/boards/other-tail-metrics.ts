import type { Builder } from '@grafana/grafana-foundation-sdk/cog'
import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard'
import type { MetricDeclaration } from '../../../src/semconv/declaration.ts'
import { prometheusLabel, prometheusName } from '../../../src/semconv/prometheus-name.ts'
import { TAIL_METRICS } from '../../../src/semconv/tail-metrics.ts'
import { chart } from '../panels.ts'
import { quantileBy, rateBy } from '../promql.ts'
import { TAIL } from '../series.ts'

/** A chart for each metric of the tail that no chart above asks for: one that is added later shows up by itself. */
export function otherTailMetrics(): readonly Builder<Panel>[] {
  const asked: ReadonlySet<string> = new Set(Object.values(TAIL))
  return TAIL_METRICS.filter((metric) => !asked.has(prometheusName(metric))).map(chartOf)
}

function chartOf(metric: MetricDeclaration): Builder<Panel> {
  const labels = metric.attributes.length === 0 ? ['instance'] : metric.attributes.map(prometheusLabel)
  return chart({
    title: titleOf(metric.name),
    description: `${metric.brief} ${adviceOn(metric)}`,
    unit: unitOf(metric),
    queries: [{ expr: queryOf(metric, labels), legend: labels.map((label) => `{{${label}}}`).join(' ') }],
  })
}

function adviceOn({ instrument }: MetricDeclaration): string {
  if (instrument === 'counter') {
    return 'Where it rises, read the log of that tail for the reason, and raise the limit that the reason names or add a tail.'
  }
  return instrument === 'histogram'
    ? 'Where it rises, add a tail, or give this one a core of its own.'
    : 'Where a level comes near its capacity, raise that limit of the tail or add a tail.'
}

function queryOf(metric: MetricDeclaration, labels: readonly string[]): string {
  const name = prometheusName(metric)
  if (metric.instrument === 'counter') return rateBy(labels, name)
  if (metric.instrument === 'histogram') return quantileBy(0.95, labels, `${name}_bucket`)
  return `max by (${labels.join(', ')}) (${name})`
}

/** `toolspan.tail.copies.skipped` is called "Copies skipped". */
function titleOf(name: string): string {
  const words = name.split('.').slice(2).join(' ').replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function unitOf({ instrument, unit }: MetricDeclaration): string {
  if (unit === 's') return 's'
  if (unit === 'By') return 'bytes'
  return instrument === 'counter' ? 'cps' : 'short'
}
