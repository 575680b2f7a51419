import type { HrTime } from '@opentelemetry/api'
import { FINDINGS_SCOPE } from '../../semconv/scopes.ts'
import type { HistogramPoint, MetricPoints, NumberPoint } from '../metrics/metric-registry.ts'
import type { RecordResource } from './finding-records.ts'

// Numbers of the enumerations of the SDK (sdk-metrics 2.12): their module is not loaded for four numbers.
const CUMULATIVE = 1
const DATA_POINT = { histogram: 0, gauge: 2, sum: 3 } as const
const DOUBLE = 1

/** Metrics as `ResourceMetrics` of the SDK describes them; counters began at `startMs`. */
export function otlpMetrics(
  metrics: readonly MetricPoints[],
  resource: RecordResource,
  startMs: number,
  nowMs: number,
) {
  const times = { startTime: hrTime(startMs), endTime: hrTime(nowMs) }
  return {
    resource,
    scopeMetrics: [
      { scope: { name: FINDINGS_SCOPE }, metrics: metrics.map((read) => metricOf(read, times)) },
    ],
  }
}

interface Times {
  readonly startTime: HrTime
  readonly endTime: HrTime
}

function metricOf(read: MetricPoints, times: Times) {
  const { metric } = read
  const isMonotonic = metric.instrument === 'counter'
  const type = read.kind === 'histogram' ? 'histogram' : metric.instrument === 'gauge' ? 'gauge' : 'sum'
  return {
    descriptor: {
      name: metric.name,
      description: metric.brief,
      unit: metric.unit,
      valueType: DOUBLE,
      advice: {},
    },
    aggregationTemporality: CUMULATIVE,
    dataPointType: DATA_POINT[type],
    isMonotonic,
    dataPoints:
      read.kind === 'histogram'
        ? read.points.map((point) => histogramPoint(point, metric.buckets ?? [], times))
        : read.points.map(({ attributes, value }: NumberPoint) => ({ ...times, attributes, value })),
  }
}

function histogramPoint(
  { attributes, bucketCounts, sum, count }: HistogramPoint,
  boundaries: readonly number[],
  times: Times,
) {
  return {
    ...times,
    attributes,
    value: { buckets: { boundaries: [...boundaries], counts: [...bucketCounts] }, sum, count },
  }
}

function hrTime(ms: number): HrTime {
  const seconds = Math.trunc(ms / 1000)
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)]
}
