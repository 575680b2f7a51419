import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { classifyValue } from '../outcome/classify-value.ts'
import { OTHER } from '../outcome/error-type.ts'
import { isFailure } from '../outcome/is-failure.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { guarded } from '../self/swallow.ts'
import type { ToolEffect } from '../semconv/attributes/tool.ts'
import { errorTypeOfTry } from './error-type.ts'
import { type HandedOn, handedOnBy } from './handed-on.ts'

/** An attempt that brought no valid result. All that is read of the host's object is read here, once. */
export interface Failure extends Reading {
  /** What was thrown or returned, the same object. */
  readonly cause: unknown
}

interface Reading {
  readonly outcome: Outcome
  /** The outcome as it decides about a repeat: of an idempotent call, what it would be if the call changed nothing. */
  readonly judged: Outcome
  /** What the error context that came with it hands on. */
  readonly handedOn: HandedOn
  /** Low-cardinality name; absent where a caller, not a timer, stopped the attempt: that is no error. */
  readonly errorType: string | undefined
  /** What the attempt produced, in a word. */
  readonly word: string
  /** The failure's own text; empty where it has none. */
  readonly text: string
}

/** What a failure is judged by. */
export interface Judging {
  readonly effect: ToolEffect
  readonly isIdempotent: boolean
}

type Classify = (effect: ToolEffect) => Outcome

/**
 * A thrown error, or the reason of the signal that cut the attempt off.
 * @param isCancelled whether a caller, not a timer, had stopped it
 */
export function thrownFailure(cause: unknown, judging: Judging, isCancelled: boolean): Failure {
  // Where no signal of ours fired, the function may still have listened to its caller by itself: not known.
  const about = isCancelled ? { cancelledByCaller: true } : {}
  const classify: Classify = (effect) => classifyError(cause, { effect, ...about })
  const reading = guarded('classify', () => readingOf(cause, true, classify, judging)) ?? UNREADABLE
  return { cause, ...reading }
}

/** A returned value that states that it is a failure; nothing when it is a result or leaves it open (REQ-2). */
export function returnedFailure(value: unknown, judging: Judging): Failure | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const reading = guarded('classify', () => {
    if (!isKeyed(value) || !mayBeFailure(value)) return undefined
    const read = Array.isArray(value.content) ? classifyResult : classifyValue
    const known = readingOf(value, false, (effect) => read(value, { effect }), judging)
    const isStated = known.outcome.source === 'declared' || value.isError === true
    return isStated && isFailure(known.outcome) ? known : undefined
  })
  return reading && { cause: value, ...reading }
}

function readingOf(cause: unknown, isThrown: boolean, classify: Classify, judging: Judging): Reading {
  const outcome = classify(judging.effect)
  const handedOn = handedOnBy(cause, isThrown)
  return {
    outcome,
    judged: judging.isIdempotent && judging.effect !== 'read' ? classify('read') : outcome,
    handedOn,
    errorType: errorTypeOfTry(cause, isThrown, outcome),
    word: outcome.code ?? (outcome.reason === 'timeout' ? 'timeout' : (outcome.category ?? outcome.status)),
    text: handedOn.message ?? (cause instanceof Error ? cause.message : (outcome.detail ?? '')),
  }
}

/**
 * Whether a value carries a mark of a failure at all. Results are read in full only then: what an attempt brings
 * back may be large, and most of it is no failure.
 */
function mayBeFailure(value: Keyed): boolean {
  if (value.isError === true || hasMark(value)) return true
  const { structuredContent, error, data, _meta } = value
  return hasMark(structuredContent) || hasMark(error) || hasMark(data) || hasMark(_meta)
}

function hasMark(value: unknown): boolean {
  if (!isKeyed(value)) return false
  const { status } = value
  const isMarked = 'errorCategory' in value || 'error_category' in value
  return isMarked || status === 'failed' || status === 'indeterminate'
}

const UNKNOWN: Outcome = Object.freeze({
  status: 'unknown',
  reason: 'unrecognised',
  source: 'inferred',
  coverage: Object.freeze({ status: 'unknown' }),
  freshness: Object.freeze({ status: 'unknown' }),
})

/** What is left of an error that cannot be read: nothing is repeated, nothing is claimed. */
const UNREADABLE: Reading = Object.freeze({
  outcome: UNKNOWN,
  judged: UNKNOWN,
  handedOn: Object.freeze({}),
  errorType: OTHER,
  word: 'unknown',
  text: '',
})
