import { isKeyed, type Keyed } from '../self/keyed.ts'
import { protocolVersion } from './protocol-version.ts'
import { headerOf, type RequestHeaders } from './request-headers.ts'

/** What a request handler is told besides the request. */
export interface RequestFacts {
  /** The JSON-RPC id; absent where the SDK makes up the request without a message. */
  readonly id: string | number | undefined
  readonly meta: unknown
  readonly sessionId: unknown
  readonly signal: AbortSignal | undefined
  /** Present when the request came over HTTP. */
  readonly headers: RequestHeaders | undefined
  /** The protocol version that the request itself states, in its header or in its `_meta`. */
  readonly protocolVersion: string | undefined
}

/** Where a request of protocol 2026-07-28 states its version; the SDK lifts it out of `_meta` into the envelope. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const VERSION_HEADER = 'mcp-protocol-version'

/** Reads what the SDK hands to a request handler: the request and `extra` (version 1) or `ctx` (version 2). */
export function requestFactsOf(request: unknown, extra: unknown): RequestFacts {
  const facts = isKeyed(extra) ? extra : {}
  const message = isKeyed(request) ? request : {}
  const params = isKeyed(message.params) ? message.params : undefined
  return isKeyed(facts.mcpReq)
    ? factsOfContext(facts, facts.mcpReq, params)
    : factsOfExtra(facts, message.id, params)
}

function factsOfExtra(extra: Keyed, id: unknown, params: Keyed | undefined): RequestFacts {
  const info = extra.requestInfo
  const headers = isKeyed(info) && isKeyed(info.headers) ? info.headers : undefined
  return {
    id: idOf(extra.requestId ?? id),
    meta: extra._meta ?? params?._meta,
    sessionId: extra.sessionId,
    signal: signalOf(extra),
    headers,
    protocolVersion: protocolVersion(headers && headerOf(headers, VERSION_HEADER)),
  }
}

function factsOfContext(context: Keyed, request: Keyed, params: Keyed | undefined): RequestFacts {
  const { http } = context
  const received = isKeyed(http) && isKeyed(http.req) ? http.req.headers : undefined
  const headers = isKeyed(received) ? received : undefined
  const { envelope } = request
  const stated = isKeyed(envelope) ? envelope[VERSION_KEY] : undefined
  return {
    id: idOf(request.id),
    meta: request._meta ?? params?._meta,
    sessionId: context.sessionId,
    signal: signalOf(request),
    headers,
    protocolVersion: protocolVersion(stated) ?? protocolVersion(headers && headerOf(headers, VERSION_HEADER)),
  }
}

/** The signal of a request, from what its handler is told: one object for one request, however that is copied. */
export function requestSignalOf(extra: unknown): AbortSignal | undefined {
  if (!isKeyed(extra)) return undefined
  return signalOf(isKeyed(extra.mcpReq) ? extra.mcpReq : extra)
}

const signalOf = ({ signal }: Keyed): AbortSignal | undefined => (isSignal(signal) ? signal : undefined)

/** Told by a member: the class itself is slow to ask, and a signal may be of another realm. */
const isSignal = (value: unknown): value is AbortSignal =>
  typeof value === 'object' && value !== null && 'aborted' in value

const idOf = (id: unknown): string | number | undefined =>
  typeof id === 'string' || typeof id === 'number' ? id : undefined
