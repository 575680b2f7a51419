import type { Clock } from '../clock.ts'

/**
 * What is left of one recovery budget. Repeats drawn below a parent are drawn from every ledger up to the root;
 * first tries cost nothing (REQ-20). It names no function and no span, so that it can travel to another process
 * as ids, repeats left and a duration.
 */
export interface Ledger {
  readonly operationId: string
  readonly budgetId: string
  /** The ledger that this one inherits from. */
  readonly parent: Ledger | undefined
  /** Total tries allowed at opening, the first included, tightened by what the parents had left. */
  readonly maxAttempts: number
  /** Duration allowed at opening, in milliseconds, tightened by what the parents had left. */
  readonly deadlineMs: number
  readonly clock: Clock
  /** When the time is up, by `clock`. */
  readonly endsAtMs: number
  /** Names this very object in what other processes are told: requests may bring one budget here twice at a time. */
  readonly key: string
  /**
   * Repeats left by this ledger's own limit; the parents' may be lower. Below 0 when legs that ran side by side in
   * other processes have spent more than there was.
   */
  retriesLeft: number
  /** Until when the server that answered last in another process wants to be left alone, by `clock`; 0: it said nothing. */
  notBeforeMs: number
}

export interface LedgerTerms {
  readonly operationId: string
  readonly budgetId: string
  readonly parent: Ledger | undefined
  readonly clock: Clock
  readonly maxAttempts: number
  readonly deadlineMs: number
  /** Default: the budget's id. */
  readonly key?: string
}

/** Opens a ledger. What a parent has left can only tighten the terms. */
export function openLedger(terms: LedgerTerms): Ledger {
  const { parent, clock } = terms
  const retriesLeft = terms.maxAttempts - 1
  const deadlineMs = parent ? Math.min(terms.deadlineMs, timeLeftMs(parent)) : terms.deadlineMs
  return {
    operationId: terms.operationId,
    budgetId: terms.budgetId,
    parent,
    maxAttempts: 1 + (parent ? Math.min(retriesLeft, sharedRetriesLeft(parent)) : retriesLeft),
    deadlineMs,
    clock,
    endsAtMs: clock.now() + deadlineMs,
    key: terms.key ?? terms.budgetId,
    retriesLeft,
    notBeforeMs: 0,
  }
}

/** Milliseconds until the deadline, never below 0. Each ledger is read by its own clock. */
export function timeLeftMs(ledger: Ledger): number {
  return Math.max(0, ledger.endsAtMs - ledger.clock.now())
}

/** Who refuses a repeat: the ledger's own limit, a parent's, or nobody. */
export function refusal(ledger: Ledger): 'attempts' | 'shared_budget' | undefined {
  if (ledger.retriesLeft <= 0) return 'attempts'
  return ledger.parent && sharedRetriesLeft(ledger.parent) <= 0 ? 'shared_budget' : undefined
}

/** Charges one repeat to this ledger and all above it. Ask `refusal` first. */
export function drawRetry(ledger: Ledger): void {
  chargeRetries(ledger, 1)
}

/** Charges repeats that have been made already to this ledger and all above it. */
export function chargeRetries(ledger: Ledger, count: number): void {
  for (let each: Ledger | undefined = ledger; each; each = each.parent) each.retriesLeft -= count
}

/** Notes for this ledger and all above it how long the server that answered last wants to be left alone. */
export function noteWaitHint(ledger: Ledger, retryAfterMs: number | undefined): void {
  for (let each: Ledger | undefined = ledger; each; each = each.parent) {
    each.notBeforeMs = retryAfterMs === undefined ? 0 : each.clock.now() + retryAfterMs
  }
}

/** Milliseconds until the server that answered last may be asked again; 0 where it asked for no pause. */
export function hintedWaitMs(ledger: Ledger): number {
  return ledger.notBeforeMs === 0 ? 0 : Math.max(0, ledger.notBeforeMs - ledger.clock.now())
}

/** What this ledger and all above it have left, never below 0. */
export function sharedRetriesLeft(ledger: Ledger): number {
  let left = ledger.retriesLeft
  for (let each = ledger.parent; each; each = each.parent) left = Math.min(left, each.retriesLeft)
  return Math.max(0, left)
}
