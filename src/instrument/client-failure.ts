import { CONNECTION_CLOSED as CLOSED, errorTypeOf, TIMEOUT } from '../outcome/error-type.ts'
import { isKeyed, type Keyed } from '../self/keyed.ts'
import { CONNECTION_CLOSED, REQUEST_TIMEOUT } from './mcp-protocol.ts'
import { NO_ERROR, type Verdict, verdictOfRpcError } from './span-status.ts'

/**
 * `error.type` of a call that the server answered and the client refused: the answer does not fit the output schema
 * of the tool, or the protocol. The server knows of no error then.
 */
const INVALID_RESULT = 'invalid_result'

/** JSON-RPC codes with which the SDK refuses an answer on the client's side. */
const INVALID_PARAMS = -32602
const INVALID_REQUEST = -32600

/**
 * Whether the caller itself stopped the call. The SDK gives its own timer and the caller's signal the same error;
 * a signal that carries a timer (`AbortSignal.timeout`) is a timer, too.
 */
export function isCallersStop(signal: AbortSignal | undefined, thrown: unknown): boolean {
  if (signal?.aborted !== true) return false
  const isSignalsTimer = isKeyed(signal.reason) && signal.reason.name === 'TimeoutError'
  const data = isKeyed(thrown) ? thrown.data : undefined
  const isSdkTimer = isKeyed(data) && ('timeout' in data || 'maxTotalTimeout' in data)
  return !isSignalsTimer && !isSdkTimer
}

/**
 * How a request that was rejected counts.
 * @param peerCode the code that the peer sent, if the error is the peer's
 * @param wasSent whether the request is known to have been sent
 */
export function verdictOfFailure(
  thrown: unknown,
  peerCode: number | undefined,
  isCancelled: boolean,
  wasSent: boolean,
): Verdict {
  if (peerCode !== undefined) return verdictOfRpcError(peerCode, 'client')
  if (isCancelled) return NO_ERROR
  return { errorType: (isKeyed(thrown) && localErrorType(thrown, wasSent)) || errorTypeOf(thrown) }
}

/** What went wrong on this side, by the codes of both versions of the SDK. */
function localErrorType(error: Keyed, wasSent: boolean): string | undefined {
  const { code, name, status } = error
  switch (code) {
    case REQUEST_TIMEOUT:
    case 'REQUEST_TIMEOUT':
      return TIMEOUT
    case CONNECTION_CLOSED:
    case 'CONNECTION_CLOSED':
      return CLOSED
    case INVALID_PARAMS:
    case INVALID_REQUEST:
    case 'INVALID_RESULT':
      return wasSent ? INVALID_RESULT : undefined
    default:
      if (wasSent && (name === 'ZodError' || name === '$ZodError')) return INVALID_RESULT
      // The status says more than the SDK's own code for it.
      return typeof code === 'string' && code.startsWith('CLIENT_HTTP_') && typeof status === 'number'
        ? String(status)
        : undefined
  }
}
