import * as api from '@opentelemetry/api'
import { TOOL_ERROR } from '../outcome/error-type.ts'
import { isKeyed } from '../self/keyed.ts'
import { ATTR_ERROR_TYPE, ATTR_RPC_STATUS_CODE } from '../semconv/standard.ts'

/** Which end of a call a span describes. */
export type Side = 'client' | 'server'

/** How a call counts: it failed exactly when there is an `errorType`. The one predicate for status, `error.type` and metrics. */
export interface Verdict {
  readonly errorType?: string
  /** The JSON-RPC error code that the peer was sent or sent, as text. */
  readonly rpcStatusCode?: string
}

/** The call answered, or its caller stopped it: neither is an error (HTTP conventions, intentional cancellation). */
export const NO_ERROR: Verdict = Object.freeze({})
const TOOL_FAILED: Verdict = Object.freeze({ errorType: TOOL_ERROR })

/**
 * JSON-RPC codes that say that the caller is at fault; on the server they are no error of the operation
 * (semantic-conventions-genai, #404): parse error, invalid request, unknown method, invalid params (an unknown
 * tool too), unknown resource.
 */
const CALLER_FAULTS: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602, -32002])

/** A result counts as a failure when it says `isError: true`, and only then (REQ-2). */
export function verdictOfResult(result: unknown): Verdict {
  return isKeyed(result) && result.isError === true ? TOOL_FAILED : NO_ERROR
}

/** A JSON-RPC error is one for the client always, for the server unless the caller is at fault. */
export function verdictOfRpcError(code: number, side: Side): Verdict {
  const text = String(code)
  if (side === 'server' && CALLER_FAULTS.has(code)) return { rpcStatusCode: text }
  return { errorType: text, rpcStatusCode: text }
}

/** Puts a verdict on a span. `description` is the error's text, where it may leave the process. */
export function applyVerdict(span: api.Span, verdict: Verdict, description?: string): void {
  if (verdict.rpcStatusCode !== undefined) span.setAttribute(ATTR_RPC_STATUS_CODE, verdict.rpcStatusCode)
  if (verdict.errorType === undefined) return
  span.setAttribute(ATTR_ERROR_TYPE, verdict.errorType)
  span.setStatus(
    description === undefined
      ? { code: api.SpanStatusCode.ERROR }
      : { code: api.SpanStatusCode.ERROR, message: description },
  )
}
