// The shapes of the MCP SDK's objects, private members included: structural, so that nobody needs the SDK to
// compile, and in one place, so that a difference between its versions is met here. A test pins the private names
// against the installed SDKs; where one is missing at run time, what depends on it is left out.
import { isKeyed } from '../self/keyed.ts'

/** Any method; its parameters are the SDK's business. */
type Method = (...args: never[]) => unknown

/** An MCP client: `Client` of `@modelcontextprotocol/sdk` (version 1) or `@modelcontextprotocol/client` (version 2). */
export interface McpClientLike {
  readonly callTool: Method
  readonly request: Method
  readonly notification: Method
}

/** A low-level MCP server: `Server` of `@modelcontextprotocol/sdk` or `@modelcontextprotocol/server`. */
export interface LowLevelServerLike {
  readonly setRequestHandler: Method
}

/** An MCP server: `McpServer` or the low-level `Server`. */
export type McpServerLike = LowLevelServerLike | { readonly server: LowLevelServerLike }

/** A method called with whatever its caller gave. */
export type AnyCall = (this: unknown, ...args: unknown[]) => unknown

/** What both a client and a server are underneath: either sends and receives. */
export interface Protocol {
  readonly transport?: McpTransport | undefined
  readonly request: AnyCall
  readonly notification: AnyCall
  readonly setRequestHandler?: AnyCall
  readonly setNotificationHandler?: AnyCall
  readonly fallbackRequestHandler?: AnyCall | undefined
  readonly fallbackNotificationHandler?: AnyCall | undefined
  /** The id that the next request gets. */
  readonly _requestMessageId?: number
  readonly _responseHandlers?: Map<unknown, AnyCall>
  readonly _requestHandlers?: Map<string, AnyCall>
  readonly _notificationHandlers?: Map<string, AnyCall>
  /** Has the id of each request whose handler was called, from within `_onrequest` until it is answered. */
  readonly _requestHandlerAbortControllers?: ReadonlyMap<unknown, unknown>
  readonly _onrequest?: AnyCall
  readonly _onresponse?: AnyCall
  readonly _onnotification?: AnyCall
  /** Called once when the connection has closed, at whichever end. */
  readonly _onclose?: AnyCall
  readonly _options?: { readonly debouncedNotificationMethods?: readonly string[] }
  // Only in version 2:
  readonly getNegotiatedProtocolVersion?: () => string | undefined
  readonly listen?: AnyCall
  /** What `request` and everything beside it comes down to: `(codec, request, schema, options)`. */
  readonly _requestWithSchemaViaCodec?: AnyCall
  /** The same for notifications: `(codec, notification, options)`. */
  readonly _notificationViaCodec?: AnyCall
  /** Takes an `input_required` answer of the server and goes on with the call: `(decoded, flow)`. */
  readonly _resolveNonCompleteResult?: AnyCall
  readonly _outboundMetaEnvelope?: AnyCall
  readonly _negotiatedWireCodec?: () => WireCodec
  readonly _shouldDropInbound?: AnyCall
}

export interface ClientProtocol extends Protocol {
  readonly callTool: AnyCall
}

export interface ServerProtocol extends Protocol {
  readonly setRequestHandler: AnyCall
}

/** What version 2 speaks one generation of the protocol with. */
interface WireCodec {
  readonly hasRequestMethod?: (method: string) => boolean
  readonly encodeErrorCode?: (code: number) => number
}

/** The high-level server; both members are absent in old versions. */
export interface HighLevelServer {
  readonly server: ServerProtocol
  readonly executeToolHandler?: AnyCall
  readonly _registeredTools?: Readonly<Record<string, RegisteredTool>>
}

export interface RegisteredTool {
  readonly annotations?: unknown
  readonly outputSchema?: unknown
}

export interface McpTransport {
  readonly sessionId?: string
  readonly protocolVersion?: string
}

/** Code of the SDK's own error for a timer that fired or a signal that aborted; a peer may send it, too. */
export const REQUEST_TIMEOUT = -32001
/** Code of the SDK's own error for a connection that closed; a peer may send it, too. */
export const CONNECTION_CLOSED = -32000

export function isClient(value: unknown): value is ClientProtocol {
  return hasMethod(value, 'callTool') && hasMethod(value, 'request') && hasMethod(value, 'notification')
}

export function isHighLevelServer(value: unknown): value is HighLevelServer {
  return isKeyed(value) && isLowLevelServer(value.server)
}

export function isLowLevelServer(value: unknown): value is ServerProtocol {
  return hasMethod(value, 'setRequestHandler') && hasMethod(value, 'request')
}

const hasMethod = (value: unknown, name: string): boolean =>
  isKeyed(value) && typeof value[name] === 'function'

/** The protocol version that a version 2 object or a transport knows; most transports know none. */
export function negotiatedVersion(protocol: Protocol): string | undefined {
  return protocol.getNegotiatedProtocolVersion?.() ?? protocol.transport?.protocolVersion
}

/** The first protocol version without sessions and without requests of servers to clients. */
const FIRST_MODERN = '2026-07-28'

/** Whether a connection speaks a protocol of the modern kind. Versions are dates, so their texts have their order. */
export function isModern(protocol: Protocol): boolean {
  const version = negotiatedVersion(protocol)
  return version !== undefined && version >= FIRST_MODERN
}

/** Puts a method of ours in front of an object's own, for this one object; the prototype stays as it is. */
export function override(target: object, name: string, method: AnyCall): void {
  Object.defineProperty(target, name, {
    value: method,
    writable: true,
    configurable: true,
    enumerable: false,
  })
}

/** Runs `work` while one member of an object is replaced; when it returns the object is as it was. */
export function withMember<R>(target: object, name: string, member: AnyCall, work: () => R): R {
  const own = Object.getOwnPropertyDescriptor(target, name)
  override(target, name, member)
  try {
    return work()
  } finally {
    if (own === undefined) Reflect.deleteProperty(target, name)
    else Object.defineProperty(target, name, own)
  }
}
