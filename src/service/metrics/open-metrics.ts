import type { Attributes } from '@opentelemetry/api'
import { prometheusLabel, prometheusName } from '../../semconv/prometheus-name.ts'
import type { Exemplar, HistogramPoint, MetricPoints } from './metric-registry.ts'

/** The media type of the page. */
export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

const TYPES = { counter: 'counter', updowncounter: 'gauge', gauge: 'gauge', histogram: 'histogram' } as const

/** Metrics as a page of OpenMetrics 1.0, with exemplars. The names are those of the Collector's exporter. */
export function openMetricsPage(metrics: readonly MetricPoints[]): string {
  const lines: string[] = []
  for (const read of metrics) {
    const { metric } = read
    const name = prometheusName(metric)
    const family = metric.instrument === 'counter' ? name.replace(/_total$/, '') : name
    lines.push(`# TYPE ${family} ${TYPES[metric.instrument]}`)
    lines.push(`# HELP ${family} ${escaped(metric.brief)}`)
    if (read.kind === 'number')
      for (const { attributes, value, exemplar } of read.points)
        lines.push(`${name}${labels(attributes)} ${value}${sayExemplar(exemplar)}`)
    else for (const point of read.points) lines.push(...histogramLines(name, metric.buckets ?? [], point))
  }
  return `${lines.join('\n')}\n# EOF\n`
}

function histogramLines(name: string, boundaries: readonly number[], point: HistogramPoint): string[] {
  const lines: string[] = []
  let below = 0
  for (const [bucket, count] of point.bucketCounts.entries()) {
    below += count
    const boundary = boundaries[bucket]
    const le = boundary === undefined ? '+Inf' : floatText(boundary)
    lines.push(
      `${name}_bucket${labels({ ...point.attributes, le })} ${below}${sayExemplar(point.exemplars[bucket])}`,
    )
  }
  lines.push(`${name}_sum${labels(point.attributes)} ${point.sum}`)
  lines.push(`${name}_count${labels(point.attributes)} ${point.count}`)
  return lines
}

/** OpenMetrics wants the boundaries of buckets to be written as floating point numbers. */
function floatText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

function labels(attributes: Attributes): string {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${prometheusLabel(name)}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function sayExemplar(exemplar: Exemplar | undefined): string {
  if (exemplar === undefined) return ''
  const { traceId, spanId, value, atMs } = exemplar
  return ` # {trace_id="${traceId}",span_id="${spanId}"} ${value} ${atMs / 1000}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"')
}
