import {
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
} from '../../../semconv/attributes/timeout.ts'
import { positiveOf } from '../attribute-values.ts'
import type { TimerFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** What says which timers were in force. */
export const TIMER_ATTRIBUTES: readonly string[] = [
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
]

/** The timers that a span says were in force; undefined where it names none. */
export function statedTimers({ attributes }: SpanInput): TimerFacts | undefined {
  const callMs = positiveOf(attributes[ATTR_TOOLSPAN_TIMEOUT_CALL_MS])
  const idleMs = positiveOf(attributes[ATTR_TOOLSPAN_TIMEOUT_IDLE_MS])
  const totalMs = positiveOf(attributes[ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS])
  if (callMs === undefined && idleMs === undefined && totalMs === undefined) return undefined
  return { callMs, idleMs, totalMs }
}
