import { type Connection, createConnection } from './mcp-connection.ts'
import type { McpClientOptions, McpServerOptions } from './mcp-options.ts'
import type { Protocol } from './mcp-protocol.ts'
import type { ServerCall } from './mcp-server-call.ts'
import { type PeerErrors, watchPeerErrors } from './peer-errors.ts'
import { createTaskTools, type TaskTools } from './task-tools.ts'
import { type ToolCallSettings, toolCallSettings } from './tool-call.ts'
import { createToolDirectory, type ToolDirectory } from './tool-effects.ts'

/** What one instrumented end of a connection knows: a client or a server. Either end sends and receives. */
export interface McpRoom {
  readonly protocol: Protocol
  readonly isClient: boolean
  readonly settings: ToolCallSettings
  readonly tools: ToolDirectory
  readonly taskTools: TaskTools
  readonly connection: Connection
  readonly peerErrors: PeerErrors
  /** Whether what callers say of their trace and their budget is believed. */
  readonly trustInbound: boolean
  /** Whether a span of another instrumentation may stand for the one of a tool call. */
  readonly reuseExecuteToolSpan: boolean
  /** Requests of the peer that are being handled, by their id. */
  readonly handling: Map<string | number, ServerCall>
  /** What tools threw before the SDK turned it into text, by the signal of the request. */
  readonly thrown: WeakMap<object, unknown>
  /** When `initialize` was answered, by `performance.now()`; absent while no session is open. */
  sessionOpenedMs: number | undefined
  /** True while the SDK sends a message that has its span: what it does for that is no message of its own. */
  isSending: boolean
  /** Whether the SDK is just handing on a progress notification; absent where that cannot be seen. */
  isDeliveringProgress: boolean | undefined
}

/** Puts together what one end knows before its first message. */
export function createRoom(
  protocol: Protocol,
  isClient: boolean,
  options: McpClientOptions & McpServerOptions,
): McpRoom {
  return {
    protocol,
    isClient,
    settings: toolCallSettings(options),
    tools: createToolDirectory(options.tools),
    taskTools: createTaskTools(),
    connection: createConnection(protocol, options.conversationId),
    peerErrors: watchPeerErrors(protocol),
    trustInbound: options.trustInbound ?? true,
    reuseExecuteToolSpan: options.reuseExecuteToolSpan !== false,
    handling: new Map(),
    thrown: new WeakMap(),
    sessionOpenedMs: undefined,
    isSending: false,
    isDeliveringProgress: undefined,
  }
}
