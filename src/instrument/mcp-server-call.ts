import * as api from '@opentelemetry/api'
import { type EffectScope, openEffectScope } from '../budget/effect-scope.ts'
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
import { inboundContext } from './inbound-context.ts'
import type { Connection } from './mcp-connection.ts'
import { addOperation, addResource, type McpMessage } from './mcp-message.ts'
import { type RequestFacts, requestFactsOf } from './mcp-protocol.ts'
import { addToolCall, type ToolCall, type ToolCallSettings } from './tool-call.ts'
import type { ToolDirectory, ToolFacts } from './tool-effects.ts'

/** What one instrumented server knows. */
export interface ServerRoom {
  readonly settings: ToolCallSettings
  readonly tools: ToolDirectory
  readonly connection: Connection
  /** What tools threw before the SDK turned it into text, by what the handler was told besides the request. */
  readonly thrown: WeakMap<object, unknown>
}

/** The tool that a request calls. */
export interface CalledTool {
  readonly name: string
  readonly facts: ToolFacts
  readonly isRegistered: boolean
}

/** One request that a server handles. */
export interface ServerCall {
  readonly room: ServerRoom
  readonly message: McpMessage
  readonly request: RequestFacts
  readonly extra: unknown
  readonly called: CalledTool | undefined
  readonly span: api.Span
  readonly context: api.Context
  /** Present for a tool call that is recorded. */
  readonly tool: ToolCall | undefined
  /** Present for a tool call whose effect is known. */
  readonly scope: EffectScope | undefined
  readonly measurement: Measurement | undefined
}

/** Starts the SERVER span of a request, from the arguments of its handler. `called` is given for tool calls. */
export function beginServerCall(
  room: ServerRoom,
  message: McpMessage,
  [rawRequest, extra]: readonly unknown[],
  called: CalledTool | undefined,
): ServerCall {
  const request = requestFactsOf(rawRequest, extra)
  const attributes: api.Attributes = {}
  addOperation(attributes, message)
  addResource(attributes, message, room.settings.capture)
  if (called !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_server'
  const { parent, links } = inboundContext(request.meta, request.headers)
  const span = tracer().startSpan(message.spanName, { kind: api.SpanKind.SERVER, attributes, links }, parent)
  const effect = called?.facts.effect ?? 'unknown'
  return {
    room,
    message,
    request,
    extra,
    called,
    span,
    context: api.trace.setSpan(parent, span),
    tool: span.isRecording() ? describe(room, message, request, span, called) : undefined,
    scope: effect === 'unknown' ? undefined : openEffectScope(effect),
    measurement: beginMeasurement(),
  }
}

function describe(
  room: ServerRoom,
  message: McpMessage,
  request: RequestFacts,
  span: api.Span,
  called: CalledTool | undefined,
): ToolCall | undefined {
  const call = called && {
    span,
    tool: called.name,
    facts: called.facts,
    settings: room.settings,
    // Results are counted at their consumer.
    counter: undefined,
  }
  const attributes: api.Attributes = {}
  try {
    addReceived(attributes, room, request)
    room.connection.addSessionTo(attributes, request.sessionId)
    const { id } = request
    if (typeof id === 'string' || typeof id === 'number') attributes[ATTR_JSONRPC_REQUEST_ID] = String(id)
    if (call !== undefined) addToolCall(attributes, call, message.params?.arguments)
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

/** Puts on attributes how a request came: what the transport says, or the headers of this one request. */
export function addReceived(attributes: api.Attributes, room: ServerRoom, { headers }: RequestFacts): void {
  room.connection.addTo(attributes)
  if (headers === undefined) return
  attributes[ATTR_NETWORK_TRANSPORT] = 'tcp'
  attributes[ATTR_NETWORK_PROTOCOL_NAME] = 'http'
  const version = headers['mcp-protocol-version']
  if (typeof version === 'string') attributes[ATTR_MCP_PROTOCOL_VERSION] = version
}
