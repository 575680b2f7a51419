// The shapes of the MCP SDK's objects, private members included: structural, so that nobody needs the SDK to
// compile, and in one place, so that a difference between its versions is met here. A test pins the private names
// against the installed SDK; where one is missing at run time, what depends on it is left out.
import type { JsonObject } from './meta-propagation.ts'
import { isJsonObject } from './meta-propagation.ts'

/** Any method; its parameters are the SDK's business. */
type Method = (...args: never[]) => unknown

/** An MCP client: `Client` of `@modelcontextprotocol/sdk`. */
export interface McpClientLike {
  readonly callTool: Method
  readonly request: Method
  readonly notification: Method
}

/** A low-level MCP server: `Server` of `@modelcontextprotocol/sdk`. */
export interface LowLevelServerLike {
  readonly setRequestHandler: Method
}

/** An MCP server: `McpServer` or the low-level `Server`. */
export type McpServerLike = LowLevelServerLike | { readonly server: LowLevelServerLike }

/** A method called with whatever its caller gave. */
export type AnyCall = (this: unknown, ...args: unknown[]) => unknown

/** What both a client and a server are underneath. */
export interface Protocol {
  readonly transport?: McpTransport | undefined
  /** The id that the next request gets. */
  readonly _requestMessageId?: number
  readonly _responseHandlers?: ReadonlyMap<unknown, unknown>
  readonly _options?: { readonly debouncedNotificationMethods?: readonly string[] }
  /** Only in version 2. */
  readonly getNegotiatedProtocolVersion?: () => string | undefined
}

export interface ClientProtocol extends Protocol {
  readonly callTool: AnyCall
  readonly request: AnyCall
  readonly notification: AnyCall
  readonly _onresponse?: AnyCall
}

export interface ServerProtocol extends Protocol {
  readonly setRequestHandler: AnyCall
  readonly _requestHandlers?: Map<string, AnyCall>
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

/** The caller's options of one request, as far as spans tell of them. */
export interface RequestOptions {
  readonly signal?: AbortSignal
  readonly timeout?: number
  readonly maxTotalTimeout?: number
  readonly resetTimeoutOnProgress?: boolean
  readonly onprogress?: AnyCall
}

/** What a request handler is told besides the request. */
export interface RequestFacts {
  readonly id: unknown
  readonly meta: unknown
  readonly sessionId: unknown
  readonly signal: AbortSignal | undefined
  /** Present when the request came over HTTP. */
  readonly headers: JsonObject | undefined
}

/** The SDK's own timer of a request that was given none (`DEFAULT_REQUEST_TIMEOUT_MSEC`). */
export const DEFAULT_REQUEST_TIMEOUT_MS = 60_000

/** Code of the SDK's own error for a timer that fired or a signal that aborted; a peer may send it, too. */
export const REQUEST_TIMEOUT = -32001
/** Code of the SDK's own error for a connection that closed; a peer may send it, too. */
export const CONNECTION_CLOSED = -32000

export function isClient(value: unknown): value is ClientProtocol {
  return hasMethod(value, 'callTool') && hasMethod(value, 'request') && hasMethod(value, 'notification')
}

export function isHighLevelServer(value: unknown): value is HighLevelServer {
  return isJsonObject(value) && isLowLevelServer(value.server)
}

export function isLowLevelServer(value: unknown): value is ServerProtocol {
  return hasMethod(value, 'setRequestHandler') && hasMethod(value, 'request')
}

const hasMethod = (value: unknown, name: string): boolean =>
  isJsonObject(value) && typeof value[name] === 'function'

/** Version 1 takes `(params, resultSchema, options)`, and `(request, resultSchema, options)`. */
const OPTIONS_INDEX = 2

/** The options among the arguments of `callTool` or `request`. */
export function optionsOf(args: readonly unknown[]): RequestOptions | undefined {
  const options = args[OPTIONS_INDEX]
  return isRequestOptions(options) ? options : undefined
}

/** The same arguments with other options. */
export function withOptions(args: readonly unknown[], options: RequestOptions): unknown[] {
  const changed = [...args]
  changed[OPTIONS_INDEX] = options
  return changed
}

const isRequestOptions = (value: unknown): value is RequestOptions =>
  typeof value === 'object' && value !== null

/** Reads what the SDK hands to a request handler: the request and, in version 1, `extra`. */
export function requestFactsOf(request: unknown, extra: unknown): RequestFacts {
  const facts = isJsonObject(extra) ? extra : {}
  const message = isJsonObject(request) ? request : {}
  const info = facts.requestInfo
  return {
    id: facts.requestId ?? message.id,
    meta: facts._meta ?? (isJsonObject(message.params) ? message.params._meta : undefined),
    sessionId: facts.sessionId,
    signal: facts.signal instanceof AbortSignal ? facts.signal : undefined,
    headers: isJsonObject(info) && isJsonObject(info.headers) ? info.headers : undefined,
  }
}

/** The protocol version that a transport or a version 2 object knows; most transports know none. */
export function negotiatedVersion(protocol: Protocol): string | undefined {
  return protocol.getNegotiatedProtocolVersion?.() ?? protocol.transport?.protocolVersion
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
