import type { Layer } from '../semconv/attributes/run.ts'
import type { Budget, SharedBudget } from './budget.ts'

/** What `recover()` hands to the user's function. Each property is current at the moment it is read. */
export interface Attempt<I = unknown> {
  /** Aborted when this attempt's time is up, the deadline has passed, or the caller cancelled. */
  readonly signal: AbortSignal
  /** 1 is the first try. */
  readonly number: number
  /** Total tries that the budget allows, the first included. */
  readonly maxAttempts: number
  /** Milliseconds until this attempt is aborted; 0 when it has been. */
  readonly remainingMs: number
  readonly operationId: string
  readonly budgetId: string
  /** What `revise` returned; absent until it has. */
  readonly revisedInput: I | undefined
}

/** The attempt that the code now running belongs to; it may be one of another process that called this one. */
export interface CurrentAttempt {
  readonly operationId: string
  readonly budgetId: string
  /** The budget that this one inherits from. */
  readonly parentBudgetId: string | undefined
  /** Absent for an attempt of another process. */
  readonly owner: string | undefined
  readonly layer: Layer | undefined
  /** 1 is the first try. */
  readonly number: number
  /** Total tries that the budget allows, the first included. Absent for an attempt of another process. */
  readonly maxAttempts: number | undefined
  /** The whole duration that the budget allows, in milliseconds; for one of another process what was left of it. */
  readonly deadlineMs: number
}

/** An attempt as everything below it sees it: what it shares, and how it ends. */
export interface EnclosingAttempt extends CurrentAttempt {
  readonly budget: SharedBudget
  readonly signal: AbortSignal
  /** Milliseconds until nobody waits for this attempt any more. */
  readonly remainingMs: number
  readonly cut: Cut | undefined
  /** The attempt around this one that was open when it began. */
  enclosing: EnclosingAttempt | undefined
}

/** Why an attempt was cut off before it had settled. */
export type Cut = 'timeout' | 'deadline' | 'cancelled'

/** One attempt under way: its place in its budget, its time and its signal. */
export class OpenAttempt<I = unknown> implements Attempt<I>, EnclosingAttempt {
  readonly budget: Budget
  readonly number: number
  readonly endsAtMs: number
  readonly revisedInput: I | undefined
  enclosing: EnclosingAttempt | undefined
  cut: Cut | undefined
  #reason: unknown
  #controller: AbortController | undefined

  constructor(
    budget: Budget,
    number: number,
    endsAtMs: number,
    revisedInput: I | undefined,
    enclosing: EnclosingAttempt | undefined,
  ) {
    this.budget = budget
    this.number = number
    this.endsAtMs = endsAtMs
    this.revisedInput = revisedInput
    this.enclosing = enclosing
  }

  /** Made when first asked for: most attempts end without anybody listening. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.cut) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  get remainingMs(): number {
    return this.cut ? 0 : Math.max(0, this.endsAtMs - this.budget.ledger.clock.now())
  }

  get operationId(): string {
    return this.budget.ledger.operationId
  }

  get budgetId(): string {
    return this.budget.ledger.budgetId
  }

  get parentBudgetId(): string | undefined {
    return this.budget.ledger.parent?.budgetId
  }

  get owner(): string {
    return this.budget.owner
  }

  get layer(): Layer | undefined {
    return this.budget.layer
  }

  get maxAttempts(): number {
    return this.budget.ledger.maxAttempts
  }

  get deadlineMs(): number {
    return this.budget.ledger.deadlineMs
  }

  /** Ends the attempt from outside. The first cut counts. */
  abort(cut: Cut, reason: unknown): void {
    if (this.cut) return
    this.cut = cut
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}
