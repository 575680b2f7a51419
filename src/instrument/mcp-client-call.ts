import * as api from '@opentelemetry/api'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import {
  ATTR_TOOLSPAN_PROGRESS_COUNT,
  ATTR_TOOLSPAN_TIMEOUT_CALL_MS,
  ATTR_TOOLSPAN_TIMEOUT_IDLE_MS,
  ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS,
} from '../semconv/attributes/timeout.ts'
import { ATTR_JSONRPC_REQUEST_ID } from '../semconv/standard.ts'
import { CONNECTION_CLOSED as CLOSED, errorTypeOf, TIMEOUT } from './error-type.ts'
import type { Connection } from './mcp-connection.ts'
import { addMessage, type McpMessage } from './mcp-message.ts'
import {
  type ClientProtocol,
  CONNECTION_CLOSED,
  DEFAULT_REQUEST_TIMEOUT_MS,
  REQUEST_TIMEOUT,
  type RequestOptions,
} from './mcp-protocol.ts'
import { isJsonObject, type JsonObject, withContextInMeta } from './meta-propagation.ts'
import type { PeerErrors } from './peer-errors.ts'
import type { Settling } from './settlement.ts'
import { applyVerdict, NO_ERROR, type Verdict, verdictOfResult, verdictOfRpcError } from './span-status.ts'
import { aboutCall, addToolCall, describeOutcome, type ToolCall, type ToolCallSettings } from './tool-call.ts'
import type { ToolDirectory } from './tool-effects.ts'
import { tracer } from './tracer.ts'

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
  /** Present for a tool call that is recorded. */
  readonly tool: ToolCall | undefined
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
  addMessage(attributes, message, room.settings.capture)
  if (message.tool !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_client'
  // Timers are given at the start: a span processor that looks for calls that never end sees nothing later.
  if (message.isRequest) addTimers(attributes, options)
  const parent = api.context.active()
  const span = tracer().startSpan(message.spanName, { kind: api.SpanKind.CLIENT, attributes }, parent)
  const context = api.trace.setSpan(parent, span)
  const params = withContextInMeta(message.params, context)
  return {
    room,
    message,
    span,
    context,
    params: message.tool === undefined ? params : { ...params },
    signal: options?.signal,
    tool: span.isRecording() ? describe(room, message, span) : undefined,
    requestId: undefined,
    progressCount: 0,
  }
}

function describe(room: ClientRoom, message: McpMessage, span: api.Span): ToolCall | undefined {
  const { tool } = message
  const call =
    tool === undefined ? undefined : { span, tool, facts: room.tools.of(tool), settings: room.settings }
  const attributes: api.Attributes = {}
  try {
    room.connection.addTo(attributes, room.client.transport?.sessionId)
    if (call !== undefined) addToolCall(attributes, call, message.params?.arguments)
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

function addTimers(attributes: api.Attributes, options: RequestOptions | undefined): void {
  const timeoutMs = options?.timeout ?? DEFAULT_REQUEST_TIMEOUT_MS
  if (options?.resetTimeoutOnProgress !== true) {
    attributes[ATTR_TOOLSPAN_TIMEOUT_CALL_MS] = timeoutMs
    return
  }
  // Progress starts this timer anew, so it limits silence; only the total is a wall clock.
  attributes[ATTR_TOOLSPAN_TIMEOUT_IDLE_MS] = timeoutMs
  if (options.maxTotalTimeout !== undefined)
    attributes[ATTR_TOOLSPAN_TIMEOUT_TOTAL_MS] = options.maxTotalTimeout
}

/** Notes the id that the request was sent with. */
export function noteRequestId(call: ClientCall, requestId: number): void {
  call.requestId = requestId
  call.span.setAttribute(ATTR_JSONRPC_REQUEST_ID, String(requestId))
}

/** How a client call ends. */
export const clientSettling: Settling<ClientCall> = {
  succeeded(call, result) {
    try {
      learn(call, result)
      if (!call.span.isRecording()) return
      const verdict = verdictOfResult(result)
      if (call.tool === undefined) applyVerdict(call.span, verdict)
      else describeOutcome(call.tool, classifyResult(result, aboutCall(call.tool)), verdict, result)
      addProgress(call)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
  failed(call, thrown) {
    try {
      const peerCode = call.room.peerErrors.take(call.requestId, thrown)
      if (!call.span.isRecording()) return
      const isCancelled = peerCode === undefined && isCallersStop(call.signal, thrown)
      const verdict = verdictOf(thrown, peerCode, isCancelled)
      if (call.tool === undefined) applyVerdict(call.span, verdict)
      else describeOutcome(call.tool, classifyError(thrown, aboutCall(call.tool, isCancelled)), verdict)
      addProgress(call)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
}

function end(call: ClientCall): void {
  // A client that refused the call made no request that would have taken these.
  call.room.handedOver.delete(call.params)
  call.span.end()
}

function learn(call: ClientCall, result: unknown): void {
  const { room, message, span } = call
  if (message.method === 'tools/list') room.tools.learn(result, message.params?.cursor === undefined)
  if (message.method !== 'initialize') return
  room.connection.learn(result)
  const attributes: api.Attributes = {}
  room.connection.addTo(attributes, room.client.transport?.sessionId)
  span.setAttributes(attributes)
}

function addProgress(call: ClientCall): void {
  if (call.progressCount > 0) call.span.setAttribute(ATTR_TOOLSPAN_PROGRESS_COUNT, call.progressCount)
}

/**
 * Whether the caller itself stopped the call. The SDK gives its own timer and the caller's signal the same error;
 * a signal that carries a timer (`AbortSignal.timeout`) is a timer, too.
 */
function isCallersStop(signal: AbortSignal | undefined, thrown: unknown): boolean {
  if (signal?.aborted !== true) return false
  const isSignalsTimer = isJsonObject(signal.reason) && signal.reason.name === 'TimeoutError'
  const isSdkTimer = isJsonObject(thrown) && isJsonObject(thrown.data) && 'timeout' in thrown.data
  return !isSignalsTimer && !isSdkTimer
}

function verdictOf(thrown: unknown, peerCode: number | undefined, isCancelled: boolean): Verdict {
  if (peerCode !== undefined) return verdictOfRpcError(peerCode, 'client')
  if (isCancelled) return NO_ERROR
  const code = isJsonObject(thrown) ? thrown.code : undefined
  if (code === REQUEST_TIMEOUT) return { errorType: TIMEOUT }
  return { errorType: code === CONNECTION_CLOSED ? CLOSED : errorTypeOf(thrown) }
}
