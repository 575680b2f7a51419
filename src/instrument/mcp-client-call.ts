import * as api from '@opentelemetry/api'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { swallow } from '../self/swallow.ts'
import { tracer } from '../self/tracer.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_PROGRESS_COUNT } from '../semconv/attributes/timeout.ts'
import { ATTR_JSONRPC_REQUEST_ID } from '../semconv/standard.ts'
import {
  addVerdict,
  beginMeasurement,
  type Measurement,
  metricToolName,
  type ResultCounter,
  resultCounter,
  secondsOf,
} from './call-metrics.ts'
import { isCallersStop, verdictOfFailure } from './client-failure.ts'
import type { Connection } from './mcp-connection.ts'
import { addOperation, addResource, type McpMessage } from './mcp-message.ts'
import type { ClientProtocol, RequestOptions } from './mcp-protocol.ts'
import { type JsonObject, withContextInMeta } from './meta-propagation.ts'
import type { PeerErrors } from './peer-errors.ts'
import { addTimers } from './request-timers.ts'
import type { Settling } from './settlement.ts'
import { applyVerdict, type Verdict, verdictOfResult } from './span-status.ts'
import { aboutCall, addToolCall, describeOutcome, type ToolCall, type ToolCallSettings } from './tool-call.ts'
import type { ToolDirectory } from './tool-effects.ts'

/** What one instrumented client knows. */
export interface ClientRoom {
  readonly client: ClientProtocol
  readonly settings: ToolCallSettings
  readonly tools: ToolDirectory
  readonly connection: Connection
  readonly peerErrors: PeerErrors
  /** Parameters on their way from `callTool` to the request that it makes: that request has its span already. */
  readonly handedOver: Set<unknown>
}

/** One message of a client under way. */
export interface ClientCall {
  readonly room: ClientRoom
  readonly message: McpMessage
  readonly span: api.Span
  readonly context: api.Context
  /** The parameters to send, with the context in them; of a tool call always an object of its own. */
  readonly params: JsonObject | undefined
  readonly signal: AbortSignal | undefined
  /** Present for a tool call that is recorded or counted. */
  readonly tool: ToolCall | undefined
  readonly measurement: Measurement | undefined
  /** Known once the request was sent. */
  requestId: number | undefined
  progressCount: number
}

/** Starts the CLIENT span of a message and writes its context into the parameters. */
export function beginClientCall(
  room: ClientRoom,
  message: McpMessage,
  options: RequestOptions | undefined,
): ClientCall {
  const attributes: api.Attributes = {}
  addOperation(attributes, message)
  addResource(attributes, message, room.settings.capture)
  if (message.tool !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_client'
  // Timers are given at the start: a span processor that looks for calls that never end sees nothing later.
  if (message.isRequest) addTimers(attributes, options)
  const parent = api.context.active()
  const span = tracer().startSpan(message.spanName, { kind: api.SpanKind.CLIENT, attributes }, parent)
  const context = api.trace.setSpan(parent, span)
  const params = withContextInMeta(message.params, context)
  const measurement = beginMeasurement()
  return {
    room,
    message,
    span,
    context,
    params: message.tool !== undefined && params === message.params ? { ...params } : params,
    signal: options?.signal,
    tool: beginToolCall(room, message, span, counterOf(room, message, measurement, parent)),
    measurement,
    requestId: undefined,
    progressCount: 0,
  }
}

function counterOf(
  room: ClientRoom,
  { tool }: McpMessage,
  measurement: Measurement | undefined,
  parent: api.Context,
): ResultCounter | undefined {
  return tool === undefined ? undefined : resultCounter(measurement, parent, tool, room.tools.has(tool))
}

function beginToolCall(
  room: ClientRoom,
  message: McpMessage,
  span: api.Span,
  counter: ResultCounter | undefined,
): ToolCall | undefined {
  const { tool } = message
  const isRecording = span.isRecording()
  const call =
    tool === undefined || (!isRecording && counter === undefined)
      ? undefined
      : { span, tool, facts: room.tools.of(tool), settings: room.settings, counter }
  if (!isRecording) return call
  const attributes: api.Attributes = {}
  try {
    addConnection(attributes, room)
    if (call !== undefined) addToolCall(attributes, call, message.params?.arguments)
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

function addConnection(attributes: api.Attributes, room: ClientRoom): void {
  room.connection.addTo(attributes)
  room.connection.addSessionTo(attributes, room.client.transport?.sessionId)
}

/** Notes the id that the request was sent with. */
export function noteRequestId(call: ClientCall, requestId: number): void {
  call.requestId = requestId
  call.span.setAttribute(ATTR_JSONRPC_REQUEST_ID, String(requestId))
}

/** Whether anybody wants to know how the call ends: a span, a metric, or what later calls need of the answer. */
export function isWatched({ span, measurement, message }: ClientCall): boolean {
  return (
    span.isRecording() ||
    measurement !== undefined ||
    message.method === 'tools/list' ||
    message.method === 'initialize'
  )
}

/** How a client call ends. */
export const clientSettling: Settling<ClientCall> = {
  succeeded(call, result) {
    const { tool, span } = call
    try {
      learn(call, result)
      const verdict = verdictOfResult(result)
      if (tool === undefined) applyVerdict(span, verdict)
      else describeOutcome(tool, classifyResult(result, aboutCall(tool)), verdict, result)
      measure(call, verdict)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
  failed(call, thrown) {
    const { tool, span, room } = call
    try {
      const peerCode = room.peerErrors.take(call.requestId, thrown)
      const isCancelled = peerCode === undefined && isCallersStop(call.signal, thrown)
      const verdict = verdictOfFailure(thrown, peerCode, isCancelled)
      if (tool === undefined) applyVerdict(span, verdict)
      else describeOutcome(tool, classifyError(thrown, aboutCall(tool, isCancelled)), verdict)
      measure(call, verdict)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
}

function learn({ room, message, span }: ClientCall, result: unknown): void {
  if (message.method === 'tools/list') room.tools.learn(result, message.params?.cursor === undefined)
  if (message.method !== 'initialize') return
  room.connection.learn(result)
  const attributes: api.Attributes = {}
  addConnection(attributes, room)
  span.setAttributes(attributes)
}

function measure(call: ClientCall, verdict: Verdict): void {
  const { room, message, measurement } = call
  if (call.progressCount > 0) call.span.setAttribute(ATTR_TOOLSPAN_PROGRESS_COUNT, call.progressCount)
  if (measurement === undefined) return
  const { tool } = message
  const attributes: api.Attributes = {}
  addOperation(attributes, message, tool && metricToolName(tool, room.tools.has(tool)))
  room.connection.addTo(attributes)
  addVerdict(attributes, verdict)
  measurement.metrics.clientDuration.record(secondsOf(measurement), attributes)
}

function end(call: ClientCall): void {
  // A client that refused the call made no request that would have taken these.
  call.room.handedOver.delete(call.params)
  call.span.end()
}
