import { withEffectScope } from '../budget/current-attempt.ts'
import { runWithin } from '../self/context.ts'
import { swallow } from '../self/swallow.ts'
import { readMessage } from './mcp-message.ts'
import type { AnyCall } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { answered, refused } from './mcp-server-answer.ts'
import { beginServerCall, type CalledTool, type ServerCall } from './mcp-server-call.ts'
import { unresolvedResult } from './unresolved.ts'

/** Says which tool a request calls; only a server knows. */
export type ToolLookup = (name: string) => CalledTool

/**
 * A handler of requests within a SERVER span.
 * @param isStray whether the name of the method is the peer's own choice
 */
export function tracedRequest(
  handler: AnyCall,
  room: McpRoom,
  toolOf: ToolLookup | undefined,
  isStray = false,
): AnyCall {
  return async function (...args) {
    const call = begin(room, args, toolOf, isStray)
    if (call === undefined) return handler.apply(this, args)
    try {
      const result = await run(call, handler, this, args)
      answered(call, result)
      return result
    } catch (thrown) {
      const result = call.message.tool === undefined ? undefined : unresolvedResult(thrown)
      if (result === undefined) {
        refused(call, thrown)
        throw thrown
      }
      answered(call, result)
      return result
    }
  }
}

function begin(
  room: McpRoom,
  args: readonly unknown[],
  toolOf: ToolLookup | undefined,
  isStray: boolean,
): ServerCall | undefined {
  try {
    const message = readMessage(args[0], true)
    if (message === undefined) return undefined
    const called = message.tool === undefined ? undefined : toolOf?.(message.tool)
    return beginServerCall(room, message, args, { called, isStray })
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** Runs the handler within the span's context and, where it is known, with the effect of its tool. */
function run(call: ServerCall, handler: AnyCall, target: unknown, args: unknown[]): unknown {
  const { context, scope } = call
  return scope === undefined
    ? runWithin(context, () => handler.apply(target, args))
    : withEffectScope(scope, () => runWithin(context, () => handler.apply(target, args)))
}
