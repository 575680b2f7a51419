import * as api from '@opentelemetry/api'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS, type ResultStatus } from '../semconv/attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER, type Layer } from '../semconv/attributes/run.ts'
import { metricOptions } from '../semconv/metric-options.ts'
import { METRIC_TOOLSPAN_ATTEMPTS } from '../semconv/metrics.ts'

let provider: api.MeterProvider | undefined
let attempts: api.Counter | undefined

/**
 * Counts an attempt that has ended. `status` is what its failure meant; absent for one that was answered: answers
 * are not read here.
 */
export function countAttempt(layer: Layer | undefined, status: ResultStatus | undefined): void {
  try {
    const registered = api.metrics.getMeterProvider()
    if (registered !== provider) {
      provider = registered
      const meter = registered.getMeter('toolspan')
      attempts =
        meter === api.createNoopMeter()
          ? undefined
          : meter.createCounter(METRIC_TOOLSPAN_ATTEMPTS, metricOptions(METRIC_TOOLSPAN_ATTEMPTS))
    }
    if (attempts === undefined) return
    const attributes: api.Attributes = {}
    if (layer !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = layer
    if (status !== undefined) attributes[ATTR_TOOLSPAN_RESULT_STATUS] = status
    attempts.add(1, attributes)
  } catch (error) {
    swallow('budget', error)
  }
}
