import { isKeyed, type Keyed } from '../self/keyed.ts'
import { swallow } from '../self/swallow.ts'
import { inheriting } from './budget-answer.ts'
import { readMessage } from './mcp-message.ts'
import { KNOWN_METHODS } from './mcp-methods.ts'
import { tracedNotification } from './mcp-notification.ts'
import { isModern, override, type Protocol, withMember } from './mcp-protocol.ts'
import { type ToolLookup, tracedRequest } from './mcp-request.ts'
import type { McpRoom } from './mcp-room.ts'
import { endServerCall } from './mcp-server-answer.ts'
import { beginServerCall } from './mcp-server-call.ts'
import { verdictOfRpcError } from './span-status.ts'

/** JSON-RPC and MCP codes with which the SDK refuses a request before any handler. */
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const UNSUPPORTED_VERSION = -32022

/** Sees messages that have no handler of their own: those of a fallback handler, and requests that the SDK refuses. */
export function hookDispatch(room: McpRoom, toolOf: ToolLookup | undefined): void {
  hookRequests(room, toolOf)
  hookNotifications(room)
}

function hookRequests(room: McpRoom, toolOf: ToolLookup | undefined): void {
  const { protocol } = room
  const { _onrequest: onRequest } = protocol
  if (typeof onRequest !== 'function' || protocol._requestHandlers === undefined) return
  override(protocol, '_onrequest', function (...args) {
    const request = args[0]
    const method = isKeyed(request) ? request.method : undefined
    if (typeof method !== 'string') return onRequest.apply(this, args)
    const fallback = protocol.fallbackRequestHandler
    if (!protocol._requestHandlers?.has(method) && typeof fallback === 'function') {
      const traced = inheriting(tracedRequest(fallback, room, toolOf, isStray(method)), room)
      // The host's property is left as it is: the SDK reads it once, before it waits for anything.
      return withMember(protocol, 'fallbackRequestHandler', traced, () => onRequest.apply(this, args))
    }
    const answer = onRequest.apply(this, args)
    noteRefusal(room, request, args[1])
    return answer
  })
}

function hookNotifications(room: McpRoom): void {
  const { protocol } = room
  const { _onnotification: onNotification } = protocol
  if (typeof onNotification !== 'function' || protocol._notificationHandlers === undefined) return
  override(protocol, '_onnotification', function (...args) {
    const notification = args[0]
    const method = isKeyed(notification) ? notification.method : undefined
    const fallback = protocol.fallbackNotificationHandler
    if (
      typeof method !== 'string' ||
      typeof fallback !== 'function' ||
      protocol._notificationHandlers?.has(method)
    ) {
      return onNotification.apply(this, args)
    }
    const traced = tracedNotification(fallback, method, room, isStray(method))
    return withMember(protocol, 'fallbackNotificationHandler', traced, () => onNotification.apply(this, args))
  })
}

const isStray = (method: string): boolean => !KNOWN_METHODS.has(method)

/** A span for a request that the SDK has refused itself, as a method that is not there. */
function noteRefusal(room: McpRoom, request: unknown, extra: unknown): void {
  try {
    if (!isKeyed(request)) return
    const code = refusalCode(room.protocol, request, extra)
    const message = code === undefined ? undefined : readMessage(request, true)
    if (code === undefined || message === undefined) return
    const reception = { called: undefined, isStray: isStray(message.method) }
    const call = beginServerCall(room, message, [request, extra], reception)
    endServerCall(call, verdictOfRpcError(code, 'server'))
  } catch (error) {
    swallow('instrument', error)
  }
}

/**
 * The code with which the SDK has just refused a request; nothing where a handler is going to answer it, or where it
 * was dropped without an answer. Version 1 refuses methods without a handler only; version 2 also those that the
 * protocol of the connection does not have, and requests that do not say what that protocol wants to hear.
 */
function refusalCode(protocol: Protocol, request: Keyed, extra: unknown): number | undefined {
  const { method, id } = request
  if (typeof method !== 'string') return undefined
  const codec = protocol._negotiatedWireCodec?.()
  if (codec === undefined) return protocol._requestHandlers?.has(method) ? undefined : METHOD_NOT_FOUND
  if (protocol._requestHandlerAbortControllers?.has(id) !== false) return undefined
  const classification = isKeyed(extra) ? extra.classification : undefined
  if (!isKeyed(classification)) {
    if (protocol._shouldDropInbound?.(request) === 'drop') return undefined
  } else if ((classification.era === 'modern') !== isModern(protocol)) return UNSUPPORTED_VERSION
  const isThere = protocol._requestHandlers?.has(method) && codec.hasRequestMethod?.(method) !== false
  return isThere ? INVALID_PARAMS : METHOD_NOT_FOUND
}
