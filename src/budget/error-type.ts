import { BUDGET_EXHAUSTED, errorTypeOf, OTHER, TIMEOUT, TOOL_ERROR } from '../outcome/error-type.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { UnresolvedError } from './unresolved-error.ts'

/** System codes such as ECONNRESET, and HTTP statuses. Codes in a tool's own words may be of any number. */
const CODE = /^(?:[A-Z][A-Z0-9_]{2,63}|[45]\d\d)$/

/** The low-cardinality name of a failure: its timeout, code, class, or category; nothing for a cancellation. */
export function errorTypeOfTry(cause: unknown, isThrown: boolean, outcome: Outcome): string | undefined {
  if (outcome.reason === 'aborted') return undefined
  if (cause instanceof UnresolvedError) return BUDGET_EXHAUSTED
  if (outcome.reason === 'timeout') return TIMEOUT
  if (outcome.code !== undefined && CODE.test(outcome.code)) return outcome.code
  if (!isThrown) return TOOL_ERROR
  const type = errorTypeOf(cause)
  return type === OTHER ? (outcome.category ?? OTHER) : type
}
