import type { Layer } from '../semconv/attributes/run.ts'
import type { Budget } from './budget.ts'

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

/** The attempt that the code now running belongs to. */
export interface CurrentAttempt {
  readonly operationId: string
  readonly budgetId: string
  /** The budget that this one inherits from. */
  readonly parentBudgetId: string | undefined
  readonly owner: string
  readonly layer: Layer | undefined
  /** 1 is the first try. */
  readonly number: number
  /** Total tries that the budget allows, the first included. */
  readonly maxAttempts: number
  /** The whole duration that the budget allows, in milliseconds. */
  readonly deadlineMs: number
}

/** Why an attempt was cut off before it had settled. */
export type Cut = 'timeout' | 'deadline' | 'cancelled'

/** One attempt under way: its place in its budget, its time and its signal. */
export class OpenAttempt<I = unknown> implements Attempt<I>, CurrentAttempt {
  readonly budget: Budget
  readonly number: number
  readonly endsAtMs: number
  readonly revisedInput: I | undefined
  /** The attempt that encloses this one and was open when it began. */
  enclosing: OpenAttempt | undefined
  cut: Cut | undefined
  #reason: unknown
  #controller: AbortController | undefined

  constructor(
    budget: Budget,
    number: number,
    endsAtMs: number,
    revisedInput: I | undefined,
    enclosing: OpenAttempt | undefined,
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
