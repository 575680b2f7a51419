import type { Clock } from '../clock.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { LAYERS, type Layer } from '../semconv/attributes/run.ts'
import { TOOL_EFFECTS, type ToolEffect } from '../semconv/attributes/tool.ts'

/** The longest time that a timer of the platform can hold: 2^31 - 1 ms, about 24 days. Longer ones fire at once. */
const MAX_DURATION_MS = 2_147_483_647

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

interface Rule {
  readonly isRequired?: true
  readonly accepts: (value: unknown) => boolean
  readonly expected: string
}

const text = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const duration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 1 && value <= MAX_DURATION_MS
const has = (value: unknown, ...methods: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === 'function')

const rules: ReadonlyMap<string, Rule> = new Map<keyof RecoverOptions, Rule>([
  ['owner', { isRequired: true, accepts: text, expected: 'a non-empty string' }],
  ['operation', { accepts: text, expected: 'a non-empty string' }],
  [
    'maxAttempts',
    {
      isRequired: true,
      accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
      expected: 'an integer of at least 1',
    },
  ],
  ['deadlineMs', { isRequired: true, accepts: duration, expected: `a number from 1 to ${MAX_DURATION_MS}` }],
  ['attemptTimeoutMs', { accepts: duration, expected: `a number from 1 to ${MAX_DURATION_MS}` }],
  ['idempotent', { accepts: (value) => typeof value === 'boolean', expected: 'true or false' }],
  [
    'effect',
    { accepts: (value) => TOOL_EFFECTS.some((each) => each === value), expected: oneOf(TOOL_EFFECTS) },
  ],
  ['layer', { accepts: (value) => LAYERS.some((each) => each === value), expected: oneOf(LAYERS) }],
  ['revise', { accepts: (value) => typeof value === 'function', expected: 'a function' }],
  ['newBudget', { accepts: (value) => has(value), expected: 'an object { approvedBy, reason }' }],
  [
    'spans',
    { accepts: (value) => value === 'full' || value === 'minimal', expected: oneOf(['full', 'minimal']) },
  ],
  [
    'signal',
    { accepts: (value) => has(value, 'addEventListener', 'removeEventListener'), expected: 'an AbortSignal' },
  ],
  ['clock', { accepts: (value) => has(value, 'now', 'after'), expected: 'an object { now(), after() }' }],
  ['random', { accepts: (value) => typeof value === 'function', expected: 'a function' }],
])

/** Throws `ToolspanError` (`invalid_option`) for the first option that is wrong, missing or unknown. */
export function checkRecoverOptions(options: unknown): asserts options is RecoverOptions {
  if (typeof options !== 'object' || options === null) throw invalidOption('options', 'an object', options)
  for (const key in options) {
    if (!rules.has(key)) throw invalidOption(`option "${key}"`, `one of ${[...rules.keys()].join(', ')}`, key)
  }
  for (const [key, rule] of rules) {
    const value: unknown = Reflect.get(options, key)
    if (value === undefined ? rule.isRequired : !rule.accepts(value)) {
      throw invalidOption(key, rule.expected, value)
    }
  }
  const approval: unknown = Reflect.get(options, 'newBudget')
  if (typeof approval === 'object' && approval !== null) {
    for (const key of ['approvedBy', 'reason']) {
      const value: unknown = Reflect.get(approval, key)
      if (!text(value)) throw invalidOption(`newBudget.${key}`, 'a non-empty string', value)
    }
  }
}

function oneOf(values: readonly string[]): string {
  return `one of ${values.join(', ')}`
}
