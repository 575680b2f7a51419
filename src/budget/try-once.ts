import type * as api from '@opentelemetry/api'
import { runWithin } from '../self/context.ts'
import { withSpan } from '../self/start-span.ts'
import { type Attempt, OpenAttempt } from './attempt.ts'
import { type Ending, runBounded } from './bounded-run.ts'
import type { Opening } from './budget.ts'
import type { Cancellation } from './cancellation.ts'
import { withAttempt } from './current-attempt.ts'
import { timeIsUp } from './cut-off.ts'
import { type Failure, returnedFailure, thrownFailure } from './failure.ts'
import { startAttemptSpan } from './spans.ts'

/** The user's function. */
export type Work<T, I> = (attempt: Attempt<I>) => PromiseLike<T> | T

export interface Answered<T> {
  readonly span: api.Span | undefined
  readonly failure: undefined
  readonly value: T
}

export interface FailedTry<T> {
  readonly span: api.Span | undefined
  readonly failure: Failure
  /** Whether it was cut off by a timer of ours: its cause is then an error of ours, too. */
  readonly isTimedOut: boolean
  /** Whether it was cut off because the deadline had come. */
  readonly isPastDeadline: boolean
  /** Lets the failure through as the same object: throws what was thrown, returns what was returned. */
  readonly passOn: () => T
}

/** How one attempt ended. Its span is still open: what follows the attempt may belong on it. */
export type Tried<T> = Answered<T> | FailedTry<T>

export interface TryTerms<I> {
  readonly opening: Opening
  readonly cancellation: Cancellation
  /** Parent of the attempt's span. */
  readonly context: api.Context
  readonly attemptTimeoutMs: number | undefined
  readonly number: number
  readonly revisedInput: I | undefined
}

/** Makes one attempt within its time, with its own span and signal. */
export function tryOnce<T, I>(work: Work<T, I>, terms: TryTerms<I>): Tried<T> | Promise<Tried<T>> {
  const { opening, cancellation, attemptTimeoutMs } = terms
  const { ledger } = opening.budget
  const nowMs = attemptTimeoutMs === undefined ? 0 : ledger.clock.now()
  const endsAtMs =
    attemptTimeoutMs === undefined ? ledger.endsAtMs : Math.min(ledger.endsAtMs, nowMs + attemptTimeoutMs)
  const attempt = new OpenAttempt(
    opening.budget,
    terms.number,
    endsAtMs,
    terms.revisedInput,
    opening.enclosing,
  )
  const timeoutMs = attemptTimeoutMs === undefined ? undefined : endsAtMs - nowMs
  const span = startAttemptSpan(attempt, timeoutMs, terms.context)
  const context = span ? withSpan(terms.context, span) : terms.context
  // A first try is made even when the enclosing attempt has been cut off: its signal tells it so.
  if (cancellation.by) cut(attempt, cancellation)

  return runBounded(() => runWithin(context, () => withAttempt(attempt, () => work(attempt))), {
    clock: ledger.clock,
    limitMs: () => attempt.remainingMs,
    cancellation,
    onCut: () => cut(attempt, cancellation),
    conclude: (ending) => triedOf(ending, attempt, span, cancellation),
  })
}

function cut(attempt: OpenAttempt, { by, reason }: Cancellation): void {
  if (by) {
    attempt.abort(by === 'deadline' ? 'deadline' : by === 'timer' ? 'timeout' : 'cancelled', reason)
    return
  }
  const isDeadline = attempt.endsAtMs >= attempt.budget.ledger.endsAtMs
  attempt.abort(isDeadline ? 'deadline' : 'timeout', timeIsUp(attempt))
}

function triedOf<T>(
  ending: Ending<T>,
  attempt: OpenAttempt,
  span: api.Span | undefined,
  cancellation: Cancellation,
): Tried<T> {
  const { budget } = attempt
  if (ending.kind === 'returned') {
    const { value } = ending
    const failure = returnedFailure(value, budget)
    return failure
      ? { span, failure, isTimedOut: false, isPastDeadline: false, passOn: () => value }
      : { span, failure: undefined, value }
  }
  const wasCut = ending.kind !== 'threw'
  const cause = wasCut ? attempt.signal.reason : ending.error
  return {
    span,
    failure: thrownFailure(cause, budget, cancellation.by === 'caller'),
    isTimedOut: ending.kind === 'timed_out',
    isPastDeadline: wasCut && attempt.cut === 'deadline',
    passOn: () => {
      throw cause
    },
  }
}
