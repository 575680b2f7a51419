import type { Outcome } from '../outcome/outcome.ts'
import { UnresolvedError } from './unresolved-error.ts'

/** `error.type` of a budget that was spent before a valid result came. */
export const BUDGET_EXHAUSTED = 'budget_exhausted'
/** `error.type` of a result that says `isError` (MCP conventions). */
const TOOL_ERROR = 'tool_error'
/** `error.type` of an attempt whose time was up. */
const TIMEOUT = 'timeout'
/** `error.type` where nothing of low cardinality can be said (OpenTelemetry, error.type). */
export const OTHER = '_OTHER'

/** System codes such as ECONNRESET, and HTTP statuses. Codes in a tool's own words may be of any number. */
const CODE = /^(?:[A-Z][A-Z0-9_]{2,63}|[45]\d\d)$/
const CLASS_NAME = /^[A-Za-z_$][\w$.]{0,63}$/

/** The low-cardinality name of a failure: its timeout, code, class, or category; nothing for a cancellation. */
export function errorTypeOf(cause: unknown, isThrown: boolean, outcome: Outcome): string | undefined {
  if (outcome.reason === 'aborted') return undefined
  if (cause instanceof UnresolvedError) return BUDGET_EXHAUSTED
  if (outcome.reason === 'timeout') return TIMEOUT
  if (outcome.code !== undefined && CODE.test(outcome.code)) return outcome.code
  if (!isThrown) return TOOL_ERROR
  const name = cause instanceof Error ? (cause.name === 'Error' ? cause.constructor.name : cause.name) : ''
  return CLASS_NAME.test(name) ? name : (outcome.category ?? OTHER)
}
