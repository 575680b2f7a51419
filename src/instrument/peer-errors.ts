import { isKeyed } from '../self/keyed.ts'
import { CONNECTION_CLOSED, override, type Protocol, REQUEST_TIMEOUT } from './mcp-protocol.ts'

/**
 * Tells an error that the peer sent from one that the SDK made here. Both are of one class in version 1, which uses
 * codes of peers for its own timeouts and closed connections; in version 2 they are where the client refuses an
 * answer. Local errors have no JSON-RPC code and must not look as if they had (MCP 2026-07-28, Error Codes).
 */
export interface PeerErrors {
  /** The code that the peer sent; absent when the error is the SDK's own. */
  codeOf(error: unknown): number | undefined
}

export function watchPeerErrors(protocol: Protocol): PeerErrors {
  const original = protocol._onresponse
  if (typeof original !== 'function' || !(protocol._responseHandlers instanceof Map)) {
    return { codeOf: likelyPeerCode }
  }
  const received = new WeakSet<object>()
  override(protocol, '_onresponse', function (...args) {
    const response = args[0]
    if (isKeyed(response) && isKeyed(response.error)) {
      markError(protocol, Number(response.id), received)
    }
    return original.apply(this, args)
  })
  return { codeOf: (error) => (isKeyed(error) && received.has(error) ? codeOn(error) : undefined) }
}

/**
 * Puts itself in front of who waits for the answer: the SDK makes the error object while it handles the response,
 * and the host gets that same object.
 */
function markError(protocol: Protocol, requestId: number, received: WeakSet<object>): void {
  const handlers = protocol._responseHandlers
  const waiting = handlers?.get(requestId)
  // Nobody waits any more for an answer that comes after a timeout.
  if (handlers === undefined || waiting === undefined) return
  handlers.set(requestId, function (...args) {
    if (isKeyed(args[0])) received.add(args[0])
    return waiting.apply(this, args)
  })
}

const codeOn = ({ code }: Readonly<Record<string, unknown>>): number | undefined =>
  typeof code === 'number' ? code : undefined

/** Where responses cannot be seen: a code, unless the SDK uses it for itself and nothing says that it came in. */
function likelyPeerCode(error: unknown): number | undefined {
  if (!isKeyed(error) || !Number.isSafeInteger(error.code)) return undefined
  const code = Number(error.code)
  // HTTP errors of the transport carry their status as their code.
  return code === REQUEST_TIMEOUT || code === CONNECTION_CLOSED || code > 0 ? undefined : code
}
