import type { Clock } from '../clock.ts'
import type { StatusCheck } from '../outcome/envelope/error-context.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { isKeyed } from '../self/keyed.ts'
import {
  checkOptions,
  DURATION_MS,
  FLAG,
  FUNCTION,
  type OptionRules,
  oneOf,
  TEXT,
  wholeNumber,
  withMethods,
} from '../self/option-check.ts'
import { LAYERS, type Layer } from '../semconv/attributes/run.ts'
import { TOOL_EFFECTS, type ToolEffect } from '../semconv/attributes/tool.ts'

/** A failure as `revise` sees it. */
export interface RevisableFailure {
  /** What the attempt threw or returned, the same object. */
  readonly cause: unknown
  readonly outcome: Outcome
}

/** Who approved a deliberate new budget, and why. */
export interface NewBudget {
  readonly approvedBy: string
  readonly reason: string
}

/** What one owner allows for one operation. */
export interface RecoverOptions<I = unknown> {
  /** Who owns the recovery, in words that stay the same: a handler or an agent, not a request. */
  readonly owner: string
  /**
   * The logical operation. Default: the one of the enclosing `recover()`, else a new random id. Naming another
   * one than the enclosing operation opens a budget of its own.
   */
  readonly operation?: string | undefined
  /** Total tries, the first included: 3 means one first try and at most two repeats (REQ-15). */
  readonly maxAttempts: number
  /** Time for everything, waits included, in milliseconds. At most 2147483647. */
  readonly deadlineMs: number
  /** Time for one attempt, in milliseconds. Default: what is left of the deadline. */
  readonly attemptTimeoutMs?: number | undefined
  /** The caller states that repeating the call is harmless. Default false. */
  readonly idempotent?: boolean | undefined
  /** Default: what the surrounding instrumented tool or owner states, else `unknown`, which is not repeated. */
  readonly effect?: ToolEffect | undefined
  /** Where this owner stands. Default: not said. */
  readonly layer?: Layer | undefined
  /**
   * Called once after a validation error. What it returns is the next attempt's `revisedInput`; `undefined` means
   * that there is nothing to change, and the failure stands.
   */
  readonly revise?: ((failure: RevisableFailure) => PromiseLike<I | undefined> | I | undefined) | undefined
  /**
   * The call that tells whether a write took effect, in words or as a tool and its arguments. It is named where the
   * outcome is not known and no failure has named one itself (REQ-18). Default: not said.
   */
  readonly statusCheck?: StatusCheck | undefined
  /** Opens a budget on purpose instead of inheriting one. Both fields are needed. */
  readonly newBudget?: NewBudget | undefined
  /** `minimal` leaves out the budget span and says on each attempt what it would have said. Default `full`. */
  readonly spans?: 'full' | 'minimal' | undefined
  /** Stops everything when it aborts; `recover()` then rejects with its reason, the same object. */
  readonly signal?: AbortSignal | undefined
  /** Default: the clock of the enclosing `recover()`, else the platform's. */
  readonly clock?: Clock | undefined
  /** Numbers in [0, 1) for the back-off and, where given, for ids. Default `Math.random`. */
  readonly random?: (() => number) | undefined
}

const RULES: OptionRules = {
  owner: { ...TEXT, isRequired: true },
  operation: TEXT,
  maxAttempts: { ...wholeNumber(1), isRequired: true },
  deadlineMs: { ...DURATION_MS, isRequired: true },
  attemptTimeoutMs: DURATION_MS,
  idempotent: FLAG,
  effect: oneOf(TOOL_EFFECTS),
  layer: oneOf(LAYERS),
  revise: FUNCTION,
  statusCheck: {
    accepts: (value) => TEXT.accepts(value) || (isKeyed(value) && TEXT.accepts(value.tool)),
    expected: 'a text, or an object { tool, arguments? }',
  },
  newBudget: { accepts: isKeyed, expected: 'an object { approvedBy, reason }' },
  spans: oneOf(['full', 'minimal']),
  signal: withMethods('an AbortSignal', 'addEventListener', 'removeEventListener'),
  clock: withMethods('an object { now(), after() }', 'now', 'after'),
  random: FUNCTION,
}

const APPROVAL_RULES: OptionRules = {
  approvedBy: { ...TEXT, isRequired: true },
  reason: { ...TEXT, isRequired: true },
}

/** Throws `ToolspanError` (`invalid_option`) for the first option that is wrong, missing or unknown. */
export function checkRecoverOptions(options: unknown): asserts options is RecoverOptions {
  checkOptions('recover', options, RULES)
  if (isKeyed(options) && options.newBudget !== undefined) {
    checkOptions('newBudget', options.newBudget, APPROVAL_RULES)
  }
}
