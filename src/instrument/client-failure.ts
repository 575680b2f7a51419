import { CONNECTION_CLOSED as CLOSED, errorTypeOf, TIMEOUT } from '../outcome/error-type.ts'
import { CONNECTION_CLOSED, REQUEST_TIMEOUT } from './mcp-protocol.ts'
import { isJsonObject } from './meta-propagation.ts'
import { NO_ERROR, type Verdict, verdictOfRpcError } from './span-status.ts'

/**
 * Whether the caller itself stopped the call. The SDK gives its own timer and the caller's signal the same error;
 * a signal that carries a timer (`AbortSignal.timeout`) is a timer, too.
 */
export function isCallersStop(signal: AbortSignal | undefined, thrown: unknown): boolean {
  if (signal?.aborted !== true) return false
  const isSignalsTimer = isJsonObject(signal.reason) && signal.reason.name === 'TimeoutError'
  const isSdkTimer = isJsonObject(thrown) && isJsonObject(thrown.data) && 'timeout' in thrown.data
  return !isSignalsTimer && !isSdkTimer
}

/** How a request that was rejected counts. `peerCode` is the code that the peer sent, if the error is the peer's. */
export function verdictOfFailure(
  thrown: unknown,
  peerCode: number | undefined,
  isCancelled: boolean,
): Verdict {
  if (peerCode !== undefined) return verdictOfRpcError(peerCode, 'client')
  if (isCancelled) return NO_ERROR
  const code = isJsonObject(thrown) ? thrown.code : undefined
  if (code === REQUEST_TIMEOUT) return { errorType: TIMEOUT }
  return { errorType: code === CONNECTION_CLOSED ? CLOSED : errorTypeOf(thrown) }
}
