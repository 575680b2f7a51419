import * as api from '@opentelemetry/api'
import { withEffectScope } from '../budget/current-attempt.ts'
import { swallow } from '../self/swallow.ts'
import { invalidOption } from '../self/toolspan-error.ts'
import { claimForInstrumentation } from './instrumented.ts'
import { createConnection } from './mcp-connection.ts'
import { readMessage } from './mcp-message.ts'
import { checkMcpServerOptions, type McpServerOptions } from './mcp-options.ts'
import {
  type AnyCall,
  type HighLevelServer,
  isHighLevelServer,
  isLowLevelServer,
  type McpServerLike,
  override,
  type ServerProtocol,
} from './mcp-protocol.ts'
import { answered, refused } from './mcp-server-answer.ts'
import { beginServerCall, type CalledTool, type ServerCall, type ServerRoom } from './mcp-server-call.ts'
import { isPlainPromise } from './settlement.ts'
import { toolCallSettings } from './tool-call.ts'
import { createToolDirectory, factsOfTool, UNKNOWN_TOOL } from './tool-effects.ts'
import { unresolvedResult } from './unresolved.ts'

interface InstrumentedServer extends ServerRoom {
  /** The high-level server, once it was given; it knows the annotations of its tools. */
  high: HighLevelServer | undefined
}

const rooms = new WeakMap<object, InstrumentedServer>()

/**
 * Makes an MCP server trace every request that it handles: a SERVER span each (MCP conventions), whose parent is
 * the context in the request's `_meta`. Tool calls also carry what they meant. Tools may be registered before or
 * after. The same object comes back; a second call changes nothing. Results and errors stay as they are, with one
 * exception: a tool that lets the `UnresolvedError` of `recover()` through answers `isError: true` with the whole
 * error context, where the SDK would keep only its message.
 * @throws ToolspanError `invalid_option`
 */
export function instrumentMcpServer<Server extends McpServerLike>(
  server: Server,
  options: McpServerOptions = {},
): Server {
  checkMcpServerOptions(options)
  const high = isHighLevelServer(server) ? server : undefined
  const low: unknown = high?.server ?? server
  if (!isLowLevelServer(low)) {
    throw invalidOption(
      'the server given to instrumentMcpServer',
      'an MCP server with setRequestHandler(), or with one as its property server',
      server,
    )
  }
  const known = rooms.get(low)
  if (known === undefined && !claimForInstrumentation(low, 'server')) return server
  const room = known ?? hookHandlers(low, options)
  if (high !== undefined && room.high === undefined) {
    room.high = high
    hookTools(high, room)
  }
  return server
}

/**
 * Puts ours in front of every handler, outermost: there an unknown tool, bad arguments, a cancelled request and
 * the time until a handler settles can be seen, whenever and however the tool was registered.
 */
function hookHandlers(low: ServerProtocol, options: McpServerOptions): InstrumentedServer {
  const room: InstrumentedServer = {
    settings: toolCallSettings(options),
    tools: createToolDirectory(options.tools),
    connection: createConnection(low),
    thrown: new WeakMap(),
    high: undefined,
  }
  rooms.set(low, room)
  const ours = new WeakSet<AnyCall>()
  const wrapAll = (): void => {
    for (const [method, handler] of low._requestHandlers ?? []) {
      if (ours.has(handler)) continue
      const traced = tracedHandler(handler, room)
      ours.add(traced)
      low._requestHandlers?.set(method, traced)
    }
  }
  const { setRequestHandler } = low
  override(low, 'setRequestHandler', function (...args) {
    const answer = setRequestHandler.apply(this, args)
    wrapAll()
    return answer
  })
  wrapAll()
  return room
}

function tracedHandler(handler: AnyCall, room: InstrumentedServer): AnyCall {
  return async function (...args) {
    const call = begin(room, args)
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

function begin(room: InstrumentedServer, args: readonly unknown[]): ServerCall | undefined {
  try {
    const message = readMessage(args[0], true)
    if (message === undefined) return undefined
    const called = message.tool === undefined ? undefined : calledTool(room, message.tool)
    return beginServerCall(room, message, args, called)
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

/** A registered tool with its own annotations, else what the server answered to `tools/list`. */
function calledTool(room: InstrumentedServer, name: string): CalledTool {
  const registered = room.high?._registeredTools
  if (registered === undefined)
    return { name, facts: room.tools.of(name), isRegistered: room.tools.has(name) }
  if (!Object.hasOwn(registered, name)) return { name, facts: UNKNOWN_TOOL, isRegistered: false }
  const { annotations, outputSchema } = registered[name] ?? {}
  const facts = room.tools.of(name, factsOfTool(annotations, outputSchema !== undefined))
  return { name, facts, isRegistered: true }
}

/** Runs the handler within the span's context and, where it is known, with the effect of its tool. */
function run(call: ServerCall, handler: AnyCall, server: unknown, args: unknown[]): unknown {
  const { context, scope } = call
  return scope === undefined
    ? api.context.with(context, handler, server, ...args)
    : withEffectScope(scope, () => api.context.with(context, handler, server, ...args))
}

/**
 * Sees what a tool threw before the SDK turns it into text, and turns an error that `recover()` gave up with into
 * a result. Version 1 before 1.24 has no such place: there the error's message is all that is left.
 */
function hookTools(high: HighLevelServer, room: InstrumentedServer): void {
  const { executeToolHandler } = high
  if (typeof executeToolHandler !== 'function') return
  override(high, 'executeToolHandler', function (...args) {
    const answer = executeToolHandler.apply(this, args)
    return isPlainPromise(answer)
      ? answer.then(undefined, (thrown: unknown) => caught(room, args[2], thrown))
      : answer
  })
}

function caught(room: InstrumentedServer, extra: unknown, thrown: unknown): object {
  const result = unresolvedResult(thrown)
  if (result !== undefined) return result
  if (typeof extra === 'object' && extra !== null) room.thrown.set(extra, thrown)
  throw thrown
}
