import { isProgramName } from '../privacy/program-name.ts'
import { isKeyed } from '../self/keyed.ts'

/** `error.type` of a result that says `isError` (MCP conventions). */
export const TOOL_ERROR = 'tool_error'
/** `error.type` of a call whose timer fired. */
export const TIMEOUT = 'timeout'
/** `error.type` of a call whose connection closed under way. */
export const CONNECTION_CLOSED = 'connection_closed'
/** `error.type` of a call whose recovery budget was spent. */
export const BUDGET_EXHAUSTED = 'budget_exhausted'
/** `error.type` where nothing of low cardinality can be said (OpenTelemetry, error.type). */
export const OTHER = '_OTHER'

/** What a system error code looks like: ECONNREFUSED, UND_ERR_SOCKET, ERR_INVALID_ARG_TYPE. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{2,63}$/
const CLASS_NAME = /^[A-Za-z_$][\w$.]{0,63}$/

/**
 * The low-cardinality name of a thrown error: its timeout, its system code, its HTTP status, else its class; the
 * code of its cause where the error itself is only a wrapper (`fetch failed`).
 */
export function errorTypeOf(error: unknown): string {
  if (!isKeyed(error)) return OTHER
  const { name } = error
  if (name === 'TimeoutError') return TIMEOUT
  if (name === 'UnresolvedError') return BUDGET_EXHAUSTED
  const code = codeOf(error) ?? (isKeyed(error.cause) ? codeOf(error.cause) : undefined)
  if (code !== undefined) return code
  const className = typeof name === 'string' && name !== 'Error' ? name : error.constructor?.name
  return typeof className === 'string' && CLASS_NAME.test(className) && isProgramName(className)
    ? className
    : OTHER
}

function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  const { code, status } = error
  if (typeof code === 'string' && SYSTEM_CODE.test(code) && isProgramName(code)) return code
  if (isHttpError(code)) return String(code)
  if (isHttpError(status)) return String(status)
  return undefined
}

const isHttpError = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
