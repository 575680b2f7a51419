import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import type { Exhaustion } from '../semconv/attributes/budget.ts'

/**
 * The budget of a `recover()` was spent before a valid result came. `context` is the whole error context
 * (REQ-5, REQ-19); `cause` is what the last attempt threw or returned, the same object. It is thrown only when
 * the budget ended the recovery, never for a failure that was not eligible for a repeat.
 */
export class UnresolvedError extends Error {
  readonly context: ErrorContext
  /** What ended the budget. */
  readonly exhaustedBy: Exhaustion

  constructor(context: ErrorContext, exhaustedBy: Exhaustion, cause: unknown) {
    super(context.message, { cause })
    this.name = 'UnresolvedError'
    this.context = context
    this.exhaustedBy = exhaustedBy
  }
}
