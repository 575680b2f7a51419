import { withEffectScope } from '../budget/current-attempt.ts'
import { applyWithin, runWithin } from '../self/context.ts'
import { guarded, swallow } from '../self/swallow.ts'
import { readMessage } from './mcp-message.ts'
import type { AnyCall } from './mcp-protocol.ts'
import type { McpRoom } from './mcp-room.ts'
import { answered, refused } from './mcp-server-answer.ts'
import { beginServerCall, type CalledTool, type ServerCall } from './mcp-server-call.ts'
import { hasPlainThen, isPlainAnswer } from './settlement.ts'
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
    if (typeof answer !== 'object' || answer === null || isPlainAnswer(answer)) return succeeded(call, answer)
    return hasPlainThen(answer) ? settled(call, answer) : awaited(call, answer)
  }
}

function settled(call: ServerCall, answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    (result) => succeeded(call, result),
    (thrown: unknown) => failed(call, thrown),
  )
}

/** The same for whatever else may have to be waited for. `await` asks a promise of the language for no `then`. */
async function awaited(call: ServerCall, answer: unknown): Promise<unknown> {
  let result: unknown
  try {
    result = await answer
  } catch (thrown) {
    return failed(call, thrown)
  }
  return succeeded(call, result)
}

function succeeded(call: ServerCall, result: unknown): unknown {
  answered(call, result)
  return result
}

/** Gives the result that stands for what was thrown, or throws it again. */
function failed(call: ServerCall, thrown: unknown): unknown {
  // What was thrown may refuse to be looked at.
  const result =
    call.message.tool === undefined ? undefined : guarded('instrument', () => unresolvedResult(thrown))
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
  return scope === undefined
    ? applyWithin(context, handler, target, args)
    : runWithin(context, () => withEffectScope(scope, () => handler.apply(target, args)))
}
