import { invalidOption } from '../self/toolspan-error.ts'
import { claimForInstrumentation } from './instrumented.ts'
import { checkMcpServerOptions, type McpServerOptions } from './mcp-options.ts'
import {
  type HighLevelServer,
  isHighLevelServer,
  isLowLevelServer,
  type McpServerLike,
  override,
  type ServerProtocol,
} from './mcp-protocol.ts'
import { hookReceiver } from './mcp-receiver.ts'
import { requestSignalOf } from './mcp-request-facts.ts'
import { createRoom, type McpRoom } from './mcp-room.ts'
import { hookSender } from './mcp-sender.ts'
import type { CalledTool } from './mcp-server-call.ts'
import { hookSession } from './mcp-session.ts'
import { isNativePromise } from './promise-watch.ts'
import { factsOfTool, UNKNOWN_TOOL } from './tool-effects.ts'
import { unresolvedResult } from './unresolved.ts'

interface InstrumentedServer {
  readonly room: McpRoom
  /** The high-level server, once it was given; it knows the annotations of its tools. */
  high: HighLevelServer | undefined
}

const instrumented = new WeakMap<object, InstrumentedServer>()

/**
 * Makes an MCP server of either SDK version trace what it receives and sends: a SERVER span for each request and
 * notification that it handles, whose parent is the context in the message's `_meta`, and a CLIENT span for each that
 * it sends to its client (MCP conventions). Tool calls also carry what they meant. Tools may be registered before or
 * after. The same object comes back; a second call changes nothing. Results and errors stay as they are, with one
 * exception: a tool that lets an error of `recover()` itself through (`UnresolvedError`, or the timer that cut off a
 * write) answers `isError: true` with the whole error context, where the SDK would keep only its message. Where a
 * server is made for each request, instrument it where it is made.
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
  const known = instrumented.get(low)
  if (known === undefined && !claimForInstrumentation(low, 'server')) return server
  const here = known ?? hook(low, options)
  if (high !== undefined && here.high === undefined) {
    here.high = high
    hookTools(high, here.room)
  }
  return server
}

function hook(low: ServerProtocol, options: McpServerOptions): InstrumentedServer {
  const here: InstrumentedServer = { room: createRoom(low, false, options), high: undefined }
  instrumented.set(low, here)
  hookReceiver(here.room, (name) => calledTool(here, name))
  hookSender(here.room)
  hookSession(here.room)
  return here
}

/** A registered tool with its own annotations, else what the server answered to `tools/list`. */
function calledTool({ room, high }: InstrumentedServer, name: string): CalledTool {
  const registered = high?._registeredTools
  if (registered === undefined)
    return { name, facts: room.tools.of(name), isRegistered: room.tools.has(name) }
  if (!Object.hasOwn(registered, name)) return { name, facts: UNKNOWN_TOOL, isRegistered: false }
  const { annotations, outputSchema } = registered[name] ?? {}
  const facts = room.tools.of(name, factsOfTool(annotations, outputSchema !== undefined))
  return { name, facts, isRegistered: true }
}

/**
 * Sees what a tool threw before the SDK turns it into text, and turns an error that `recover()` gave up with into
 * a result. Version 1 before 1.24 has no such place: there the error's message is all that is left.
 */
function hookTools(high: HighLevelServer, room: McpRoom): void {
  const { executeToolHandler } = high
  if (typeof executeToolHandler !== 'function') return
  override(high, 'executeToolHandler', function (...args) {
    const answer = executeToolHandler.apply(this, args)
    // Only the SDK sees this promise, and looks at nothing but its value.
    return isNativePromise(answer)
      ? answer.then(undefined, (thrown: unknown) => caught(room, args[2], thrown))
      : answer
  })
}

function caught(room: McpRoom, extra: unknown, thrown: unknown): object {
  const result = unresolvedResult(thrown)
  if (result !== undefined) return result
  const signal = requestSignalOf(extra)
  if (signal !== undefined) room.thrown.set(signal, thrown)
  throw thrown
}
