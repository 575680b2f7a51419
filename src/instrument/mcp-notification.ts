import { errorTypeOf } from '../outcome/error-type.ts'
import { runWithin } from '../self/context.ts'
import { isKeyed } from '../self/keyed.ts'
import { swallow } from '../self/swallow.ts'
import { CANCELLED, PROGRESS, readMessage } from './mcp-message.ts'
import type { AnyCall } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { endServerCall } from './mcp-server-answer.ts'
import { beginServerCall, type ServerCall } from './mcp-server-call.ts'
import { type Settling, whenSettled } from './settlement.ts'
import { NO_ERROR } from './span-status.ts'

/** A handler of notifications within a SERVER span; one of progress is only marked, for whoever counts that. */
export function tracedNotification(
  handler: AnyCall,
  method: string,
  room: McpRoom,
  isStray = false,
): AnyCall {
  if (method === PROGRESS) return markedProgress(handler, room)
  return function (...args) {
    const call = begin(room, args, isStray)
    if (call === undefined) return handler.apply(this, args)
    let answer: unknown
    try {
      answer = runWithin(call.context, () => handler.apply(this, args))
    } catch (error) {
      settling.failed(call, error)
      throw error
    }
    return whenSettled(answer, call, settling, call.context)
  }
}

/** The SDK calls the host's `onprogress` before its handler returns. */
function markedProgress(handler: AnyCall, room: McpRoom): AnyCall {
  return function (...args) {
    const wasDelivering = room.isDeliveringProgress
    room.isDeliveringProgress = true
    try {
      return handler.apply(this, args)
    } finally {
      room.isDeliveringProgress = wasDelivering
    }
  }
}

function begin(room: McpRoom, args: readonly unknown[], isStray: boolean): ServerCall | undefined {
  try {
    const message = readMessage(args[0], false)
    if (message === undefined) return undefined
    const subject = message.method === CANCELLED ? cancelledCall(room, message.params) : undefined
    return beginServerCall(room, message, args, { called: undefined, isStray, subject })
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** The SDK sends this without a context; it belongs to the request that it takes back. */
function cancelledCall(room: McpRoom, params: unknown): ServerCall | undefined {
  const id = isKeyed(params) ? params.requestId : undefined
  return typeof id === 'string' || typeof id === 'number' ? room.handling.get(id) : undefined
}

const settling: Settling<ServerCall> = {
  succeeded: (call) => endServerCall(call, NO_ERROR),
  failed: (call, error) => endServerCall(call, { errorType: errorTypeOf(error) }),
}
