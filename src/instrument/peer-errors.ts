import type { ClientProtocol, Protocol } from './mcp-protocol.ts'
import { CONNECTION_CLOSED, override, REQUEST_TIMEOUT } from './mcp-protocol.ts'
import { isJsonObject } from './meta-propagation.ts'

/** More codes than this can only pile up when requests end unseen; the oldest are let go. */
const MAX_HELD = 1_000

/**
 * Tells an error that the peer sent from one that the SDK made here. Both are of one class, and version 1 uses
 * codes of peers for its own timeouts and closed connections; local errors have no JSON-RPC code and must not
 * look as if they had (MCP 2026-07-28, Error Codes).
 */
export interface PeerErrors {
  /** The code that the peer sent for a request; absent when the error is the SDK's own. */
  take(requestId: number | undefined, error: unknown): number | undefined
}

export function watchPeerErrors(client: ClientProtocol): PeerErrors {
  const original = client._onresponse
  if (typeof original !== 'function') return { take: (_id, error) => likelyPeerCode(error) }
  const codes = new Map<number, number>()
  override(client, '_onresponse', function (...args) {
    const [response] = args
    if (isJsonObject(response) && isJsonObject(response.error)) {
      hold(client, codes, response.id, response.error.code)
    }
    return original.apply(this, args)
  })
  return {
    take(requestId, error) {
      if (requestId === undefined) return likelyPeerCode(error)
      const code = codes.get(requestId)
      codes.delete(requestId)
      return code
    },
  }
}

function hold(protocol: Protocol, codes: Map<number, number>, id: unknown, code: unknown): void {
  const requestId = Number(id)
  // Nobody waits any more for an answer that comes after a timeout.
  if (typeof code !== 'number' || protocol._responseHandlers?.has(requestId) === false) return
  if (codes.size >= MAX_HELD) {
    const [oldest] = codes.keys()
    if (oldest !== undefined) codes.delete(oldest)
  }
  codes.set(requestId, code)
}

/** Where responses cannot be seen: a code, unless the SDK uses it for itself and nothing says that it came in. */
function likelyPeerCode(error: unknown): number | undefined {
  if (!isJsonObject(error) || !Number.isSafeInteger(error.code)) return undefined
  const code = Number(error.code)
  // HTTP errors of the transport carry their status as their code.
  return code === REQUEST_TIMEOUT || code === CONNECTION_CLOSED || code > 0 ? undefined : code
}
