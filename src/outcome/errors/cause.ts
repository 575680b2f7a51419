import type { ErrorCategory } from '../../semconv/attributes/error.ts'
import type { ResultReason } from '../../semconv/result-reasons.ts'

/** What a known error says, whatever the tool does. `settle` turns it into an outcome. */
export interface Cause {
  readonly reason: ResultReason
  /** Absent where the same error has several meanings. */
  readonly category?: ErrorCategory
  /** Whether the same call may work later; absent = what the category implies. */
  readonly canWorkLater?: boolean
  /** Whether the call may have taken effect before it failed. `no` = refused, or never sent. */
  readonly applied: 'no' | 'maybe'
  /** The caller stopped the call. */
  readonly isCancelled?: boolean
  /** The call waits for an answer of its user. */
  readonly needsInput?: boolean
  readonly code?: string
  readonly retryAfterMs?: number
}

/** Never sent, or turned away at the door: time alone may help, and nothing was done. */
export function refused(reason: ResultReason): Cause {
  return { reason, category: 'transient', applied: 'no' }
}

/** Sent, and no usable answer came: time may help, and something may have been done. */
export function lost(reason: ResultReason): Cause {
  return { reason, category: 'transient', applied: 'maybe' }
}

/** Refused for a reason that time does not change. */
export function denied(reason: ResultReason, category: ErrorCategory): Cause {
  return { reason, category, applied: 'no', canWorkLater: false }
}

/** Refused, and the same call will be refused again; why is open. */
export function final(reason: ResultReason): Cause {
  return { reason, applied: 'no', canWorkLater: false }
}

/** The call ran, and its answer broke the rules: another input would not help. */
export function unusableAnswer(reason: ResultReason): Cause {
  return { reason, category: 'other', applied: 'maybe', canWorkLater: false }
}

/** Stopped by its caller. */
export const CANCELLED: Cause = Object.freeze({ reason: 'aborted', applied: 'maybe', isCancelled: true })

/** The call waits for an answer of its user. */
export const NEEDS_INPUT: Cause = Object.freeze({ reason: 'input_required', applied: 'no', needsInput: true })

/** A timer fired on a call that had been sent. */
export const TIMED_OUT: Cause = Object.freeze(lost('timeout'))
