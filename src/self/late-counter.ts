import * as api from '@opentelemetry/api'
import { metricOptions } from '../semconv/metric-options.ts'
import { CALLS_SCOPE } from '../semconv/scopes.ts'

/** Counts one event. Throws what a broken meter throws. */
export type LateCounter = (attributes: api.Attributes) => void

/**
 * A counter of whichever meter provider is registered when it counts: meters, unlike tracers, have no stand-in that
 * finds a provider that comes later.
 */
export function lateCounter(metric: string): LateCounter {
  let provider: api.MeterProvider | undefined
  let counter: api.Counter | undefined
  return (attributes) => {
    const registered = api.metrics.getMeterProvider()
    if (registered !== provider) {
      const meter = registered.getMeter(CALLS_SCOPE)
      counter =
        meter === api.createNoopMeter() ? undefined : meter.createCounter(metric, metricOptions(metric))
      provider = registered
    }
    counter?.add(1, attributes)
  }
}
