import type { Cut, EnclosingAttempt } from './attempt.ts'
import type { SharedBudget } from './budget.ts'
import { openAttempt, withInheritedAttempt } from './current-attempt.ts'
import { foregroundClock } from './foreground-clock.ts'
import { hintedWaitMs, type Ledger, openLedger, timeLeftMs } from './ledger.ts'
import { callBack } from './ledgers-abroad.ts'
import { randomId } from './random-id.ts'
import { echoOf, type WireEcho } from './wire-echo.ts'
import type { WireLedger } from './wire-ledger.ts'
import { MAX_DURATION_MS, MAX_RETRIES } from './wire-values.ts'

/** A budget of another process, while a request that it came with is handled. */
export interface InheritedBudget {
  run<R>(work: () => R): R
  /**
   * Ends it and says what was spent.
   * @param retryAfterMs the pause that a failed answer asks for; absent for an answer that is none
   */
  close(isFailure: boolean, retryAfterMs: number | undefined): WireEcho
}

/**
 * Opens the budget that came with a request (REQ-20). A ledger that is open in this very process, as with an
 * in-memory transport, is not opened twice: owners below draw from it as it is, and nothing is left to report.
 * @param signal aborts when the request was taken back: then nobody waits for what runs below it
 */
export function inheritBudget(wire: WireLedger, signal: AbortSignal | undefined): InheritedBudget {
  const { budget, leg } = wire
  if (isOpenHere(leg ?? budget)) {
    return {
      run: (work) => work(),
      close: (isFailure, retryAfterMs) => echoOf(budget, leg, 0, pauseOf(isFailure, retryAfterMs)),
    }
  }
  const attempt = new InheritedAttempt(wire, openAttempt())
  const takenBack = (): void => attempt.abort('cancelled', signal?.reason)
  if (signal?.aborted) takenBack()
  else signal?.addEventListener('abort', takenBack)
  return {
    run: (work) => withInheritedAttempt(attempt, work),
    close(isFailure, retryAfterMs) {
      const { ledger } = attempt.budget
      attempt.budget.isOpen = false
      signal?.removeEventListener('abort', takenBack)
      callBack(ledger)
      const spent = Math.min(wire.retriesLeft - ledger.retriesLeft, MAX_RETRIES)
      const longestMs = Math.max(retryAfterMs ?? 0, hintedWaitMs(ledger))
      return echoOf(budget, leg, spent, pauseOf(isFailure, longestMs))
    },
  }
}

function pauseOf(isFailure: boolean, retryAfterMs = 0): number | undefined {
  return isFailure && retryAfterMs > 0 ? Math.min(Math.ceil(retryAfterMs), MAX_DURATION_MS) : undefined
}

function isOpenHere(key: string): boolean {
  for (let each = openAttempt(); each; each = each.enclosing) {
    if (each.budget.isOpen && each.budget.ledger.key === key) return true
  }
  return false
}

/** An attempt in another process that made a request to this one. */
class InheritedAttempt implements EnclosingAttempt {
  readonly budget: SharedBudget
  readonly number: number
  readonly parentBudgetId = undefined
  readonly owner = undefined
  readonly layer = undefined
  readonly maxAttempts = undefined
  enclosing: EnclosingAttempt | undefined
  cut: Cut | undefined
  readonly #controller = new AbortController()

  constructor(wire: WireLedger, enclosing: EnclosingAttempt | undefined) {
    this.number = wire.attempt
    this.enclosing = enclosing
    this.budget = { isOpen: true, ledger: ledgerOf(wire), evidence: undefined }
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get remainingMs(): number {
    return this.cut ? 0 : timeLeftMs(this.budget.ledger)
  }

  get operationId(): string {
    return this.budget.ledger.operationId
  }

  get budgetId(): string {
    return this.budget.ledger.budgetId
  }

  get deadlineMs(): number {
    return this.budget.ledger.deadlineMs
  }

  abort(cut: Cut, reason: unknown): void {
    if (this.cut) return
    this.cut = cut
    this.#controller.abort(reason)
  }
}

function ledgerOf(wire: WireLedger): Ledger {
  return openLedger({
    operationId: wire.operation,
    budgetId: wire.budget,
    parent: undefined,
    clock: foregroundClock,
    maxAttempts: 1 + wire.retriesLeft,
    deadlineMs: wire.msLeft,
    key: randomId(),
  })
}
