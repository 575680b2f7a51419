import * as api from '@opentelemetry/api'
import { lateCounter } from '../self/late-instrument.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_SELF_REASON } from '../semconv/attributes/self.ts'
import { METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED } from '../semconv/metrics.ts'
import type { WireFault } from './wire-values.ts'

/** Why a ledger or an echo was left out; `untrusted`: this server does not believe its callers. */
export type IgnoredBecause = WireFault | 'untrusted'

const said = new Set<IgnoredBecause>()
const ignored = lateCounter(METRIC_TOOLSPAN_SELF_LEDGERS_IGNORED)

/**
 * Counts a ledger or an echo that was not believed, and says so on OpenTelemetry's diagnostic channel, once for
 * each reason. What was in it is not repeated: anybody may have written it.
 */
export function countIgnoredLedger(reason: IgnoredBecause): void {
  try {
    if (!said.has(reason)) {
      said.add(reason)
      api.diag.warn(`toolspan: a recovery budget from another process was ignored: ${reason}`)
    }
    ignored()?.add(1, { [ATTR_TOOLSPAN_SELF_REASON]: reason })
  } catch (error) {
    swallow('budget', error)
  }
}
