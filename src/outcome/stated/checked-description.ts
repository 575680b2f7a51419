import { isKeyed } from '../../self/keyed.ts'
import { FLAG, type OptionRule, oneOf, TEXT, wholeNumber } from '../../self/option-check.ts'
import { swallow } from '../../self/swallow.ts'
import { invalidOption } from '../../self/toolspan-error.ts'
import { COVERAGE_STATUSES } from '../../semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES } from '../../semconv/attributes/error.ts'
import { FRESHNESS_STATUSES } from '../../semconv/attributes/freshness.ts'
import { EMPTY_REASONS, RESULT_STATUSES } from '../../semconv/attributes/result.ts'
import { statedCoverage, statedFreshness } from '../envelope/read-success-envelope.ts'
import { amount } from '../evidence/keyed.ts'
import type { ResultDescription } from './result-description.ts'

const COUNT = wholeNumber(0)

/** What each part has to be. A part that is something else is left out, and counted. */
const PARTS: Readonly<Record<keyof ResultDescription, OptionRule>> = {
  status: oneOf(RESULT_STATUSES),
  count: COUNT,
  total: COUNT,
  scanned: COUNT,
  coverage: {
    accepts: (value) => statedCoverage(value) !== undefined,
    expected: `${oneOf(COVERAGE_STATUSES).expected}, or an object with one of them as its status`,
  },
  freshness: {
    accepts: (value) => statedFreshness(value) !== undefined,
    expected: `${oneOf(FRESHNESS_STATUSES).expected}, or an object with one of them as its status`,
  },
  hasMore: FLAG,
  truncated: FLAG,
  fallback: FLAG,
  emptyReason: oneOf(EMPTY_REASONS),
  partialCount: COUNT,
  category: oneOf(ERROR_CATEGORIES),
  retryable: FLAG,
  retryAfterMs: {
    accepts: (value) => amount(value) !== undefined,
    expected: 'a number of milliseconds of at least 0',
  },
  code: TEXT,
  detail: TEXT,
}

/**
 * The parts of an answer that are what they have to be; undefined where there is no answer. Each part that is
 * wrong, and an answer that is no description, is swallowed as an error of the hook.
 * @param hook whose answer it is, in words
 */
export function checkedDescription(answer: unknown, hook: string): ResultDescription | undefined {
  if (answer === undefined || answer === null) return undefined
  if (!isKeyed(answer)) {
    swallow('hook', invalidOption(`the answer of ${hook}`, 'an object or undefined', answer))
    return undefined
  }
  if (typeof answer.then === 'function') {
    // Nobody waits for it: without this its rejection would end the host.
    Promise.resolve(answer).catch(() => {})
    swallow('hook', invalidOption(`the answer of ${hook}`, 'an object at once', answer))
    return undefined
  }
  const checked: Record<string, unknown> = {}
  for (const part in answer) {
    const value = answer[part]
    if (value === undefined) continue
    const rule = Object.hasOwn(PARTS, part) ? PARTS[part as keyof ResultDescription] : undefined
    if (rule?.accepts(value) === true) checked[part] = value
    else if (rule !== undefined)
      swallow('hook', invalidOption(`${part} as told by ${hook}`, rule.expected, value))
    else
      swallow(
        'hook',
        invalidOption(`the answer of ${hook}`, `parts among ${Object.keys(PARTS).join(', ')}`, part),
      )
  }
  return checked
}
