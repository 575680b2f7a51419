import type * as api from '@opentelemetry/api'
import { METRICS } from './metrics.ts'

/** What an instrument is created with, as its metric is declared. Throws for a metric that is not declared. */
export function metricOptions(name: string): api.MetricOptions {
  const metric = METRICS.find((declared) => declared.name === name)
  if (metric === undefined) throw new RangeError(`metric ${name} is not declared`)
  return {
    description: metric.brief,
    unit: metric.unit,
    ...(metric.buckets === undefined ? {} : { advice: { explicitBucketBoundaries: [...metric.buckets] } }),
  }
}
