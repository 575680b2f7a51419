import * as api from '@opentelemetry/api'
import { metricOptions } from '../semconv/metric-options.ts'
import { CALLS_SCOPE } from '../semconv/scopes.ts'
import { registered } from './registered.ts'

/** Gives the instrument of the moment; nothing while nobody measures. Throws what a broken meter throws. */
export type Late<Instrument> = () => Instrument | undefined

/**
 * An instrument of whichever meter provider is registered when it is asked for: meters, unlike tracers, have no
 * stand-in that finds a provider that comes later.
 */
export function lateInstrument<Instrument>(make: (meter: api.Meter) => Instrument): Late<Instrument> {
  /** `null` before the first look. */
  let known: object | undefined | null = null
  let provider: api.MeterProvider | undefined
  let current: Instrument | undefined
  return () => {
    const now = registered('metrics')
    if (now === known) return current
    const asked = api.metrics.getMeterProvider()
    known = now
    if (asked === provider) return current
    provider = asked
    // What cannot be made here must not stay that of the provider before.
    current = undefined
    const meter = asked.getMeter(CALLS_SCOPE)
    current = meter === api.createNoopMeter() ? undefined : make(meter)
    return current
  }
}

/** A counter of that kind. */
export function lateCounter(metric: string): Late<api.Counter> {
  return lateInstrument((meter) => meter.createCounter(metric, metricOptions(metric)))
}
