import * as api from '@opentelemetry/api'
import { metricOptions } from '../semconv/metric-options.ts'

/** Gives the counter of the moment; nothing while nobody measures. Throws what a broken meter throws. */
export type LateCounter = () => api.Counter | undefined

/**
 * A counter of whichever meter provider is registered when it is asked for: meters, unlike tracers, have no stand-in
 * that finds a provider that comes later.
 */
export function lateCounter(metric: string): LateCounter {
  let provider: api.MeterProvider | undefined
  let counter: api.Counter | undefined
  return () => {
    const registered = api.metrics.getMeterProvider()
    if (registered !== provider) {
      const meter = registered.getMeter('toolspan')
      counter =
        meter === api.createNoopMeter() ? undefined : meter.createCounter(metric, metricOptions(metric))
      provider = registered
    }
    return counter
  }
}
