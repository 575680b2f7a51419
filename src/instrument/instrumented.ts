import * as api from '@opentelemetry/api'
import { processWide } from '../self/process-wide.ts'
import { swallow } from '../self/swallow.ts'

/** Clients and servers that are instrumented, by whichever copy of this package. */
const everywhere = processWide('instrumented 1', () => new WeakSet<object>())

/**
 * Takes a client or server for this copy of the package. False when another copy in this process has it already:
 * a second set of spans would count every call twice. Which of the two works is said once, on OpenTelemetry's
 * diagnostic channel.
 */
export function claimForInstrumentation(target: object, kind: 'client' | 'server'): boolean {
  if (!everywhere.has(target)) {
    everywhere.add(target)
    return true
  }
  try {
    api.diag.warn(
      `toolspan: an MCP ${kind} is instrumented by another copy of toolspan already; this copy leaves it alone`,
    )
  } catch (error) {
    swallow('instrument', error)
  }
  return false
}
