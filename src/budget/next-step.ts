import type { Exhaustion } from '../semconv/attributes/budget.ts'
import { backOffMs } from './back-off.ts'
import type { Budget } from './budget.ts'
import type { Failure } from './failure.ts'
import { hintedWaitMs, refusal, timeLeftMs } from './ledger.ts'

/** What follows a failed attempt. */
export type NextStep =
  | { readonly act: 'repeat'; readonly waitMs: number }
  | { readonly act: 'revise' }
  /** The failure may be repeated, but the budget does not allow it. */
  | { readonly act: 'exhausted'; readonly by: Exhaustion }
  /** Repeating the failure is not safe or not useful: it goes to the caller as it is. */
  | { readonly act: 'pass_on' }
  /** The caller stopped it between two attempts. */
  | { readonly act: 'stopped' }

export const PASS_ON: NextStep = Object.freeze({ act: 'pass_on' })
const REVISE: NextStep = Object.freeze({ act: 'revise' })

/**
 * Decides what follows a failure (REQ-15, REQ-16, REQ-18): only a call that is safe to repeat, after a transient
 * failure that calls itself retryable, with attempts and time left, and with room for the server's wait hint.
 */
export function nextStep(
  failure: Failure,
  budget: Budget,
  repeat: number,
  canRevise: boolean,
  random: () => number,
): NextStep {
  const kind = eligibility(failure, budget, canRevise)
  if (kind === 'none') return PASS_ON
  const refusedBy = refusal(budget.ledger)
  if (refusedBy) return { act: 'exhausted', by: refusedBy }
  const waitMs = kind === 'revise' ? 0 : backOffMs(repeat, waitHintMs(failure, budget), random)
  if (waitMs >= timeLeftMs(budget.ledger)) return { act: 'exhausted', by: 'deadline' }
  return kind === 'revise' ? REVISE : { act: 'repeat', waitMs }
}

/** What the failure asks for, or the server in another process that answered last, whichever is longer (REQ-23). */
export function waitHintMs({ outcome }: Failure, { ledger }: Budget): number | undefined {
  const hintMs = Math.max(outcome.retryAfterMs ?? 0, hintedWaitMs(ledger))
  return hintMs > 0 ? hintMs : outcome.retryAfterMs
}

function eligibility(failure: Failure, budget: Budget, canRevise: boolean): 'repeat' | 'revise' | 'none' {
  const isSafe = budget.effect === 'read' || budget.isIdempotent
  const { judged, handedOn } = failure
  if (!isSafe || judged.status !== 'failed' || handedOn.budgetExhausted === true) return 'none'
  if (judged.category === 'validation') return canRevise ? 'revise' : 'none'
  return judged.category === 'transient' && judged.retryable === true ? 'repeat' : 'none'
}
