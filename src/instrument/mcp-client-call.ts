import * as api from '@opentelemetry/api'
import type { EnclosingAttempt } from '../budget/attempt.ts'
import { activeContext } from '../self/context.ts'
import { endSpan } from '../self/end-span.ts'
import type { Keyed } from '../self/keyed.ts'
import { standInSpan, withSpan } from '../self/start-span.ts'
import { swallow } from '../self/swallow.ts'
import { tracer } from '../self/tracer.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import { ATTR_JSONRPC_REQUEST_ID } from '../semconv/standard.ts'
import { attemptToTell, withLedgerInMeta } from './budget-meta.ts'
import { beginMeasurement, type Measurement, type ResultCounter, resultCounter } from './call-metrics.ts'
import { claimExecuteToolSpan } from './execute-tool-span.ts'
import { addOperation, addResource, type McpMessage, spanNameOf } from './mcp-message.ts'
import type { McpRoom } from './mcp-room.ts'
import { withContextInMeta } from './meta-propagation.ts'
import type { RequestOptions } from './request-options.ts'
import { addTimers } from './request-timers.ts'
import { addTaskTool } from './task-tools.ts'
import { addToolCall, type ToolCall } from './tool-call.ts'

/** One message under way that this end sent: a client's, or a server's to its client. */
export interface ClientCall {
  readonly room: McpRoom
  readonly message: McpMessage
  readonly span: api.Span
  /** The span is another instrumentation's, which ends it. */
  readonly isBorrowed: boolean
  readonly context: api.Context
  /** The parameters to send, with the context in them; of a tool call always an object of its own. */
  readonly params: Keyed | undefined
  readonly signal: AbortSignal | undefined
  /** Present for a tool call that is recorded or counted, and for a request that fetches the result of one. */
  readonly tool: ToolCall | undefined
  readonly measurement: Measurement | undefined
  /** The attempt whose budget goes out with each of its requests. */
  readonly attempt: EnclosingAttempt | undefined
  /** Known once the request was sent. The rounds of a multi-round-trip call do not change it. */
  requestId: number | undefined
  progressCount: number
}

/** Starts the CLIENT span of a message and writes its context into the parameters. */
export function beginClientCall(
  room: McpRoom,
  message: McpMessage,
  options: RequestOptions | undefined,
): ClientCall {
  const parent = parentContext(room, options)
  const standIn = standInSpan(parent)
  if (standIn !== undefined) return begun(room, message, options, standIn, false, parent)
  const borrowed =
    message.tool !== undefined && room.reuseExecuteToolSpan
      ? claimExecuteToolSpan(parent, message.tool)
      : undefined
  if (borrowed !== undefined) {
    const attributes = startAttributes(room, message, options)
    borrowed.setAttributes(attributes)
    return begun(room, message, options, borrowed, true, parent)
  }
  const span = tracer().startSpan(
    spanNameOf(message),
    { kind: api.SpanKind.CLIENT, attributes: startAttributes(room, message, options) },
    parent,
  )
  try {
    return begun(room, message, options, span, false, parent)
  } catch (error) {
    // A span of a call that cannot be begun is ended and not lost.
    endSpan(span)
    throw error
  }
}

/** What a span has from its start, where samplers and processors see it; the rest comes at half the price later. */
function startAttributes(
  room: McpRoom,
  message: McpMessage,
  options: RequestOptions | undefined,
): api.Attributes {
  const attributes: api.Attributes = {}
  addOperation(attributes, message)
  addResource(attributes, message, room.settings.capture)
  // A span processor that looks for calls that never end sees no timers that come later.
  if (message.isRequest) addTimers(attributes, message.method, options)
  return attributes
}

function begun(
  room: McpRoom,
  message: McpMessage,
  options: RequestOptions | undefined,
  span: api.Span,
  isBorrowed: boolean,
  parent: api.Context,
): ClientCall {
  const context = isBorrowed ? parent : withSpan(parent, span)
  const traced = withContextInMeta(message.params, context)
  const attempt = message.isRequest ? attemptToTell(room.protocol) : undefined
  const params = attempt === undefined ? traced : withLedgerInMeta(traced, attempt, traced !== message.params)
  const measurement = beginMeasurement()
  return {
    room,
    message,
    span,
    isBorrowed,
    context,
    params: message.tool !== undefined && params === message.params ? { ...params } : params,
    signal: options?.signal,
    tool: beginToolCall(room, message, span, isBorrowed, counterOf(room, message, measurement, parent)),
    measurement,
    attempt,
    requestId: undefined,
    progressCount: 0,
  }
}

/**
 * What is active here. Where that is not part of the trace of the request within which this one is sent (the SDK
 * says which that is), because its context was lost on the way, that request.
 */
function parentContext(room: McpRoom, options: RequestOptions | undefined): api.Context {
  const active = activeContext()
  const relatedId = options?.relatedRequestId
  const related = relatedId === undefined ? undefined : room.handling.get(relatedId)
  if (related === undefined) return active
  const activeSpan = api.trace.getSpanContext(active)
  return activeSpan?.traceId === related.span.spanContext().traceId ? active : related.context
}

function counterOf(
  room: McpRoom,
  { tool }: McpMessage,
  measurement: Measurement | undefined,
  parent: api.Context,
): ResultCounter | undefined {
  return tool === undefined ? undefined : resultCounter(measurement, parent, tool, room.tools.has(tool))
}

function beginToolCall(
  room: McpRoom,
  message: McpMessage,
  span: api.Span,
  isBorrowed: boolean,
  counter: ResultCounter | undefined,
): ToolCall | undefined {
  const isRecording = span.isRecording()
  const tool = message.tool ?? (isRecording ? room.taskTools.toolOf(message) : undefined)
  const call =
    tool === undefined || (!isRecording && counter === undefined)
      ? undefined
      : { span, tool, facts: room.tools.of(tool), settings: room.settings, counter }
  if (!isRecording) return call
  const attributes: api.Attributes = {}
  try {
    if (message.tool !== undefined && !isBorrowed) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_client'
    addConnection(attributes, room)
    if (call !== undefined) {
      if (message.tool === undefined) addTaskTool(attributes, call)
      else addToolCall(attributes, call, message.params?.arguments)
    }
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

/** Puts on attributes what is known of the connection, the peer and the session. */
export function addConnection(attributes: api.Attributes, room: McpRoom): void {
  room.connection.addTo(attributes)
  room.connection.addPeerTo(attributes)
  room.connection.addSessionTo(attributes, room.protocol.transport?.sessionId)
}

/** Notes the id that the request was sent with. */
export function noteRequestId(call: ClientCall, requestId: number): void {
  call.requestId = requestId
  if (!call.span.isRecording()) return
  try {
    call.span.setAttribute(ATTR_JSONRPC_REQUEST_ID, String(requestId))
  } catch (error) {
    swallow('instrument', error)
  }
}
