import { runTool } from '../budget/current-attempt.ts'
import { swallow } from '../self/swallow.ts'
import { readMessage } from './mcp-message.ts'
import type { AnyCall } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { answered, refused } from './mcp-server-answer.ts'
import { beginServerCall, type CalledTool, type ServerCall } from './mcp-server-call.ts'
import { isNativePromise } from './promise-watch.ts'
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
  return function (...args) {
    const call = begin(room, args, toolOf, isStray)
    if (call === undefined) return handler.apply(this, args)
    let answer: unknown
    try {
      answer = run(call, handler, this, args)
    } catch (thrown) {
      return failed(call, thrown)
    }
    return isNativePromise(answer) ? settled(call, answer) : awaited(call, answer)
  }
}

function settled(call: ServerCall, answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    (result) => succeeded(call, result),
    (thrown: unknown) => failed(call, thrown),
  )
}

/** The same for what is no promise of the language, but may have to be waited for. */
async function awaited(call: ServerCall, answer: unknown): Promise<unknown> {
  return settled(call, Promise.resolve(answer))
}

function succeeded(call: ServerCall, result: unknown): unknown {
  answered(call, result)
  return result
}

/** Gives the result that stands for what was thrown, or throws it again. */
function failed(call: ServerCall, thrown: unknown): unknown {
  const result = call.message.tool === undefined ? undefined : unresolvedResult(thrown)
  if (result === undefined) {
    refused(call, thrown)
    throw thrown
  }
  answered(call, result)
  return result
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
function run({ context, scope }: ServerCall, handler: AnyCall, target: unknown, args: unknown[]): unknown {
  return runTool(context, scope, () => handler.apply(target, args))
}
