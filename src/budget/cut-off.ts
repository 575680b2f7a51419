import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import type { OpenAttempt } from './attempt.ts'
import type { Budget } from './budget.ts'

/** What a failure says of a write that may have taken effect (REQ-18). */
export const OUTCOME_UNKNOWN = 'Whether the call took effect is not known; check before repeating.'

/**
 * The reason with which the signal of an attempt aborts whose time is up. Named as the platform's own
 * `AbortSignal.timeout()` names it, so that every classifier knows it.
 */
export function timeIsUp({ number, budget }: OpenAttempt): DOMException {
  const message = `Attempt ${number} of ${budget.owner} was cut off: its time was up`
  return new DOMException(
    mayHaveTakenEffect(budget) ? `${message}. ${OUTCOME_UNKNOWN}` : message,
    'TimeoutError',
  )
}

/** A caller that calls it idempotent may repeat a write without looking. */
function mayHaveTakenEffect({ effect, isIdempotent }: Budget): boolean {
  return effect === 'write' && !isIdempotent
}

/** Puts the error context on an error of ours, where whoever catches it finds it. */
export function declare(error: unknown, context: ErrorContext): void {
  if (error instanceof DOMException) Object.defineProperty(error, 'context', { value: context })
}
