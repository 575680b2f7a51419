import type * as api from '@opentelemetry/api'
import { lateInstrument } from '../self/late-instrument.ts'
import { QuickInstrument } from '../self/quick-instrument.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_RESULT_STATUS, type ResultStatus } from '../semconv/attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER, type Layer } from '../semconv/attributes/run.ts'
import { metricOptions } from '../semconv/metric-options.ts'
import { METRIC_TOOLSPAN_ATTEMPTS } from '../semconv/metrics.ts'

const attempts = lateInstrument((meter) => {
  const counter = meter.createCounter(METRIC_TOOLSPAN_ATTEMPTS, metricOptions(METRIC_TOOLSPAN_ATTEMPTS))
  return new QuickInstrument(counter, ATTR_TOOLSPAN_LAYER)
})

/**
 * Counts an attempt that has ended. `status` is what its failure meant; absent for one that was answered: answers
 * are not read here.
 */
export function countAttempt(layer: Layer | undefined, status: ResultStatus | undefined): void {
  try {
    const counter = attempts()
    if (counter === undefined) return
    const attributes: api.Attributes = {}
    if (layer !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = layer
    if (status !== undefined) attributes[ATTR_TOOLSPAN_RESULT_STATUS] = status
    counter.tell(1, attributes)
  } catch (error) {
    swallow('budget', error)
  }
}
