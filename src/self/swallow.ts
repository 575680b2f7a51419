import * as api from '@opentelemetry/api'
import { ATTR_TOOLSPAN_SELF_SITE } from '../semconv/attributes/self.ts'
import { METRIC_TOOLSPAN_SELF_ERRORS } from '../semconv/metrics.ts'

/** The room of the code in which something of ours failed. */
export type Site = 'classify' | 'instrument' | 'budget' | 'processor' | 'rule' | 'emit' | 'hook'

const counts = new Map<Site, number>()

/**
 * Counts an exception of ours and says so on OpenTelemetry's diagnostic channel, once for each site.
 * It never throws: a failure of ours must not become the host's.
 */
export function swallow(site: Site, error: unknown): void {
  const seen = counts.get(site) ?? 0
  counts.set(site, seen + 1)
  try {
    if (seen === 0) {
      api.diag.warn(`toolspan: an error in "${site}" was swallowed; later ones are only counted`, error)
    }
    api.metrics
      .getMeter('toolspan')
      .createCounter(METRIC_TOOLSPAN_SELF_ERRORS)
      .add(1, { [ATTR_TOOLSPAN_SELF_SITE]: site })
  } catch {
    // A broken diagnostic logger or meter is the host's own; the count above has been taken.
  }
}

/** How many exceptions of ours were swallowed, by site, since the process started. */
export function swallowedErrors(): Readonly<Partial<Record<Site, number>>> {
  return Object.fromEntries(counts)
}
