import type { StatusCheck } from '../outcome/envelope/error-context.ts'
import type { Layer } from '../semconv/attributes/run.ts'
import type { EnclosingAttempt } from './attempt.ts'
import { openAttempt, statedEffect } from './current-attempt.ts'
import type { EffectScope } from './effect-scope.ts'
import type { Evidence } from './evidence.ts'
import { foregroundClock } from './foreground-clock.ts'
import { type Ledger, openLedger } from './ledger.ts'
import type { NewBudget, RecoverOptions } from './options.ts'
import { randomId } from './random-id.ts'

/** What owners further down share with a budget: what is left of it, and what they leave behind. */
export interface SharedBudget {
  isOpen: boolean
  readonly ledger: Ledger
  /** Made when there is something to keep. */
  evidence: Evidence | undefined
}

/** One owner's budget while its `recover()` runs: the ledger, and what this process alone knows. */
export interface Budget extends SharedBudget, EffectScope {
  readonly owner: string
  readonly layer: Layer | undefined
  /** Whether the caller states that repeating the call is harmless. */
  readonly isIdempotent: boolean
  readonly approval: NewBudget | undefined
  readonly isMinimal: boolean
  /** The call that tells whether a write of this owner took effect. */
  readonly statusCheck: StatusCheck | undefined
}

/** A budget and what it was opened in. Kept apart: what outlives the budget must not hold what was around it. */
export interface Opening {
  readonly budget: Budget
  /** The nearest open attempt around this budget, of whatever operation. */
  readonly enclosing: EnclosingAttempt | undefined
  /** The enclosing attempt of the same operation, whose remainder, time and end this budget shares. */
  readonly inherited: EnclosingAttempt | undefined
}

/** Opens a budget, or inherits what is left of one that is open above for the same operation, here or in the process that called (REQ-20). */
export function openBudget(options: RecoverOptions): Opening {
  const enclosing = openAttempt()
  const related = options.operation === undefined ? enclosing : openAttempt(options.operation)
  const inherited = options.newBudget ? undefined : related
  const parent = inherited?.budget.ledger
  const ledger = openLedger({
    operationId: options.operation ?? related?.operationId ?? randomId(options.random),
    budgetId: randomId(options.random),
    parent,
    clock: options.clock ?? enclosing?.budget.ledger.clock ?? foregroundClock,
    maxAttempts: options.maxAttempts,
    deadlineMs: options.deadlineMs,
  })
  const budget: Budget = {
    owner: options.owner,
    layer: options.layer,
    effect: options.effect ?? statedEffect() ?? 'unknown',
    isOpen: true,
    isIdempotent: options.idempotent ?? false,
    approval: options.newBudget,
    isMinimal: options.spans === 'minimal',
    statusCheck: options.statusCheck,
    ledger,
    evidence: undefined,
  }
  return { budget, enclosing, inherited }
}
