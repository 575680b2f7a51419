import type * as api from '@opentelemetry/api'
import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import { BUDGET_EXHAUSTED } from '../outcome/error-type.ts'
import { activeContext } from '../self/context.ts'
import { withSpan } from '../self/start-span.ts'
import { swallow } from '../self/swallow.ts'
import type { Exhaustion } from '../semconv/attributes/budget.ts'
import { countAttempt } from './attempt-metric.ts'
import { pause, runBounded } from './bounded-run.ts'
import { type Opening, openBudget } from './budget.ts'
import { type Cancellation, watch } from './cancellation.ts'
import { declare } from './cut-off.ts'
import { addFailure, addStep, createEvidence, handUp } from './evidence.ts'
import { type Failure, thrownFailure } from './failure.ts'
import { drawRetry, type Ledger, refusal, timeLeftMs } from './ledger.ts'
import { callBack } from './ledgers-abroad.ts'
import { type NextStep, nextStep, PASS_ON } from './next-step.ts'
import type { RecoverOptions } from './options.ts'
import { endSpan, type SpanEnd, startBudgetSpan } from './spans.ts'
import { type Answered, type FailedTry, type Tried, tryOnce, type Work } from './try-once.ts'
import { unresolvedContext } from './unresolved-context.ts'
import { UnresolvedError } from './unresolved-error.ts'

const REPEAT_NOW: NextStep = Object.freeze({ act: 'repeat', waitMs: 0 })
const PAST_DEADLINE: NextStep = Object.freeze({ act: 'exhausted', by: 'deadline' })
const STOPPED: NextStep = Object.freeze({ act: 'stopped' })

/** Opens a budget and works within it until there is a result, a failure to pass on, or nothing left. */
export function runRecovery<T, I>(options: RecoverOptions<I>, work: Work<T, I>): Promise<T> {
  return new Recovery(options, work).run()
}

/** One `recover()` under way: its budget, its spans, and whatever can stop it. */
class Recovery<T, I> {
  readonly #options: RecoverOptions<I>
  readonly #work: Work<T, I>
  readonly #opening: Opening
  readonly #cancellation: Cancellation
  readonly #span: api.Span | undefined
  readonly #context: api.Context
  #attempts = 0
  #hasRevised = false
  #revisedInput: I | undefined
  #spanEnd: SpanEnd = {}
  #isResolved = false

  constructor(options: RecoverOptions<I>, work: Work<T, I>) {
    this.#options = options
    this.#work = work
    this.#opening = openBudget(options)
    this.#cancellation = watch(options.signal, this.#opening.inherited)
    const parent = activeContext()
    this.#span = startBudgetSpan(this.#opening.budget, parent)
    this.#context = this.#span ? withSpan(parent, this.#span) : parent
  }

  async run(): Promise<T> {
    try {
      if (this.#cancellation.by === 'caller') return this.#stop()
      for (;;) {
        const tried = await this.#try()
        if (tried.failure === undefined) return this.#resolve(tried)
        const next = await this.#follow(tried)
        if (next.act === 'repeat') continue
        if (next.act === 'exhausted') throw this.#unresolved(tried.failure, next.by)
        if (next.act === 'stopped') return this.#stop()
        this.#spanEnd = this.#passedOn(tried)
        return tried.passOn()
      }
    } finally {
      this.#close()
    }
  }

  #try(): Tried<T> | Promise<Tried<T>> {
    return tryOnce(this.#work, {
      opening: this.#opening,
      cancellation: this.#cancellation,
      context: this.#context,
      attemptTimeoutMs: this.#options.attemptTimeoutMs,
      number: ++this.#attempts,
      revisedInput: this.#revisedInput,
    })
  }

  #resolve({ span, value }: Answered<T>): T {
    endSpan(span, {})
    countAttempt(this.#opening.budget.layer, undefined)
    this.#isResolved = true
    return value
  }

  /** Ends a failed attempt, and makes or waits for what follows it. */
  async #follow(tried: FailedTry<T>): Promise<NextStep> {
    const { failure, span } = tried
    const { budget } = this.#opening
    budget.evidence ??= createEvidence()
    addFailure(budget.evidence, budget.owner, failure)
    countAttempt(budget.layer, failure.outcome.status)
    const step = this.#judge(tried)
    const end = { outcome: failure.outcome, errorType: failure.errorType }
    if (!budget.isMinimal) {
      endSpan(span, end)
      return this.#act(step, failure)
    }
    // The attempt is all that tells how the budget ended, and that may be known after the wait only.
    const endedMs = performance.now()
    const next = await this.#act(step, failure)
    endSpan(span, { ...end, exhaustedBy: this.#exhaustedBy(next, failure) }, endedMs)
    return next
  }

  #act(step: NextStep, failure: Failure): NextStep | Promise<NextStep> {
    if (step.act === 'repeat') return this.#wait(step)
    return step.act === 'revise' ? this.#revise(failure) : step
  }

  #judge({ failure, isPastDeadline }: FailedTry<T>): NextStep {
    const { random = Math.random, revise } = this.#options
    const { by } = this.#cancellation
    if (isPastDeadline || by === 'deadline') return PAST_DEADLINE
    if (by) return PASS_ON
    const canRevise = revise !== undefined && !this.#hasRevised
    return nextStep(failure, this.#opening.budget, this.#attempts, canRevise, random)
  }

  async #wait(step: NextStep & { act: 'repeat' }): Promise<NextStep> {
    const { ledger } = this.#opening.budget
    // Drawn before the wait: owners that wait at the same time must not count on the same remainder.
    drawRetry(ledger)
    await pause(step.waitMs, ledger.clock, this.#cancellation)
    // A busy event loop may have kept the timer past the deadline.
    return this.#interruption() ?? (timeLeftMs(ledger) > 0 ? step : PAST_DEADLINE)
  }

  async #revise(failure: Failure): Promise<NextStep> {
    const { ledger } = this.#opening.budget
    const { revise } = this.#options
    this.#hasRevised = true
    const ending = await runBounded(() => revise?.({ cause: failure.cause, outcome: failure.outcome }), {
      clock: ledger.clock,
      limitMs: () => timeLeftMs(ledger),
      cancellation: this.#cancellation,
      onCut: nothing,
      conclude: (ended) => ended,
    })
    const interruption = this.#interruption()
    if (interruption) return interruption
    if (ending.kind === 'timed_out') return PAST_DEADLINE
    if (ending.kind === 'threw') swallow('budget', ending.error)
    if (ending.kind !== 'returned' || ending.value === undefined) return PASS_ON
    const refusedBy = refusal(ledger)
    if (refusedBy) return { act: 'exhausted', by: refusedBy }
    drawRetry(ledger)
    this.#revisedInput = ending.value
    return REPEAT_NOW
  }

  #interruption(): NextStep | undefined {
    const { by } = this.#cancellation
    return by && (by === 'deadline' ? PAST_DEADLINE : STOPPED)
  }

  #unresolved(last: Failure, by: Exhaustion): UnresolvedError {
    const { budget } = this.#opening
    const context = this.#contextOf(last, by)
    const error = new UnresolvedError(context, by, last.cause)
    const failure = thrownFailure(error, budget, false)
    this.#spanEnd = { outcome: failure.outcome, errorType: failure.errorType, exhaustedBy: by }
    return error
  }

  #contextOf(last: Failure, by: Exhaustion | undefined): ErrorContext {
    const { budget } = this.#opening
    const { clock, endsAtMs, deadlineMs } = budget.ledger
    const elapsedMs = Math.round(clock.now() - (endsAtMs - deadlineMs))
    return unresolvedContext(budget, by, last, this.#attempts, elapsedMs)
  }

  #passedOn({ failure, isTimedOut }: FailedTry<T>): SpanEnd {
    const { outcome, errorType } = failure
    if (isTimedOut && outcome.status === 'indeterminate') {
      declare(failure.cause, this.#contextOf(failure, undefined))
    }
    return { outcome, errorType, exhaustedBy: this.#exhaustedBy(PASS_ON, failure) }
  }

  /** What ended the budget, where it ends with this step. */
  #exhaustedBy(step: NextStep, { errorType }: Failure): Exhaustion | undefined {
    if (step.act === 'exhausted') return step.by
    if (step.act === 'stopped') return 'cancelled'
    if (step.act !== 'pass_on') return undefined
    if (this.#cancellation.by) return 'cancelled'
    // The owner below gave up for good. It may have spent what this one allows, or only its own part of it.
    return errorType === BUDGET_EXHAUSTED ? spentOf(this.#opening.budget.ledger) : undefined
  }

  /** Nobody waits any more: the reason of the signal goes on as the same object. */
  #stop(): never {
    this.#spanEnd = { exhaustedBy: 'cancelled' }
    throw this.#cancellation.reason
  }

  #close(): void {
    const { budget, inherited } = this.#opening
    budget.isOpen = false
    callBack(budget.ledger)
    this.#cancellation.dispose()
    endSpan(this.#span, this.#spanEnd)
    if (!inherited) return
    const above = inherited.budget
    above.evidence ??= createEvidence()
    if (this.#isResolved) addStep(above.evidence, budget.owner, this.#attempts, 'answered')
    else if (budget.evidence) handUp(budget.evidence, above.evidence)
  }
}

function spentOf(ledger: Ledger): Exhaustion | undefined {
  return refusal(ledger) ?? (timeLeftMs(ledger) > 0 ? undefined : 'deadline')
}

const nothing = () => {}
