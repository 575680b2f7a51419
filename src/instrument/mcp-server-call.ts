import * as api from '@opentelemetry/api'
import { type EffectScope, openEffectScope } from '../budget/effect-scope.ts'
import { endSpan } from '../self/end-span.ts'
import { standInSpan, withSpan } from '../self/start-span.ts'
import { swallow } from '../self/swallow.ts'
import { tracer } from '../self/tracer.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import {
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_TRANSPORT,
} from '../semconv/standard.ts'
import { beginMeasurement, type Measurement } from './call-metrics.ts'
import { inboundContext, untrustedContext } from './inbound-context.ts'
import { addOperation, addResource, type McpMessage, spanNameOf } from './mcp-message.ts'
import { isModern } from './mcp-protocol.ts'
import { type RequestFacts, requestFactsOf } from './mcp-request-facts.ts'
import type { McpRoom } from './mcp-room.ts'
import { addTaskTool } from './task-tools.ts'
import { addToolCall, type ToolCall } from './tool-call.ts'
import type { ToolFacts } from './tool-effects.ts'

/** A peer may choose any id. */
const MAX_ID_LENGTH = 64

/** The tool that a request calls. */
export interface CalledTool {
  readonly name: string
  readonly facts: ToolFacts
  readonly isRegistered: boolean
}

/** What is known of a received message besides what it says. */
export interface Reception {
  /** Given for tool calls. */
  readonly called: CalledTool | undefined
  /** The method is none of MCP's and has no handler of its own: its name is the peer's choice. */
  readonly isStray: boolean
  /** The request that the message is about; it is the parent. */
  readonly subject?: ServerCall | undefined
}

/** One message that this end received and handles: a server's, or a client's that its server sent. */
export interface ServerCall {
  readonly room: McpRoom
  readonly message: McpMessage
  readonly request: RequestFacts
  readonly called: CalledTool | undefined
  readonly isStray: boolean
  readonly span: api.Span
  readonly context: api.Context
  /** Present for a tool call that is recorded, and for a request that fetches the result of one. */
  readonly tool: ToolCall | undefined
  /** Present for a tool call whose effect is known. */
  readonly scope: EffectScope | undefined
  readonly measurement: Measurement | undefined
  /** Progress that was sent for this request. */
  progressCount: number
}

/** Starts the SERVER span of a message, from the arguments of its handler. */
export function beginServerCall(
  room: McpRoom,
  message: McpMessage,
  [rawRequest, extra]: readonly unknown[],
  { called, isStray, subject }: Reception,
): ServerCall {
  const request = requestFactsOf(rawRequest, extra)
  const contextOf = room.trustInbound ? inboundContext : untrustedContext
  const { parent, links } = contextOf(request.meta, request.headers, subject?.context)
  const span = standInSpan(parent) ?? startServerSpan(room, message, parent, links)
  const effect = called?.facts.effect ?? 'unknown'
  try {
    const call: ServerCall = {
      room,
      message,
      request,
      called,
      isStray,
      span,
      context: withSpan(parent, span),
      tool: span.isRecording() ? describe(room, message, request, span, called) : undefined,
      scope: effect === 'unknown' ? undefined : openEffectScope(effect),
      measurement: beginMeasurement(),
      progressCount: 0,
    }
    if (message.isRequest && request.id !== undefined) room.handling.set(request.id, call)
    return call
  } catch (error) {
    // A span of a call that cannot be begun is ended and not lost.
    endSpan(span)
    throw error
  }
}

function startServerSpan(
  room: McpRoom,
  message: McpMessage,
  parent: api.Context,
  links: api.Link[] | undefined,
): api.Span {
  const attributes: api.Attributes = {}
  addOperation(attributes, message)
  addResource(attributes, message, room.settings.capture)
  const options: api.SpanOptions = { kind: api.SpanKind.SERVER, attributes }
  if (links !== undefined) options.links = links
  return tracer().startSpan(spanNameOf(message), options, parent)
}

function describe(
  room: McpRoom,
  message: McpMessage,
  request: RequestFacts,
  span: api.Span,
  called: CalledTool | undefined,
): ToolCall | undefined {
  const tool = called?.name ?? room.taskTools.toolOf(message)
  const call: ToolCall | undefined =
    tool === undefined
      ? undefined
      : {
          span,
          tool,
          facts: called?.facts ?? room.tools.of(tool),
          settings: room.settings,
          // Results are counted at their consumer.
          counter: undefined,
        }
  const attributes: api.Attributes = {}
  try {
    if (called !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_server'
    addReceived(attributes, room, request)
    room.connection.addSessionTo(attributes, request.sessionId ?? room.protocol.transport?.sessionId)
    addRequestId(attributes, room, message, request)
    if (call !== undefined) {
      if (called === undefined) addTaskTool(attributes, call)
      else addToolCall(attributes, call, message.params?.arguments)
    }
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

/** A client of a modern protocol gets no requests: what its handlers answer was embedded in a result, without an id. */
function addRequestId(
  attributes: api.Attributes,
  room: McpRoom,
  message: McpMessage,
  { id }: RequestFacts,
): void {
  if (!message.isRequest || id === undefined || (room.isClient && isModern(room.protocol))) return
  attributes[ATTR_JSONRPC_REQUEST_ID] = String(id).slice(0, MAX_ID_LENGTH)
}

/** Puts on attributes how a message came: what the transport says, or the request itself. */
export function addReceived(
  attributes: api.Attributes,
  room: McpRoom,
  { headers, protocolVersion }: RequestFacts,
): void {
  room.connection.addTo(attributes)
  if (protocolVersion !== undefined) attributes[ATTR_MCP_PROTOCOL_VERSION] = protocolVersion
  if (headers === undefined) return
  attributes[ATTR_NETWORK_TRANSPORT] = 'tcp'
  attributes[ATTR_NETWORK_PROTOCOL_NAME] = 'http'
}
