import * as api from '@opentelemetry/api'
import { type EffectScope, openEffectScope } from '../budget/effect-scope.ts'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import {
  ATTR_JSONRPC_REQUEST_ID,
  ATTR_MCP_PROTOCOL_VERSION,
  ATTR_NETWORK_PROTOCOL_NAME,
  ATTR_NETWORK_TRANSPORT,
} from '../semconv/standard.ts'
import { inboundContext } from './inbound-context.ts'
import type { Connection } from './mcp-connection.ts'
import { addMessage, type McpMessage } from './mcp-message.ts'
import { type RequestFacts, requestFactsOf } from './mcp-protocol.ts'
import { applyVerdict, NO_ERROR, verdictOfResult, verdictOfRpcError } from './span-status.ts'
import { aboutCall, addToolCall, describeOutcome, type ToolCall, type ToolCallSettings } from './tool-call.ts'
import type { ToolDirectory, ToolFacts } from './tool-effects.ts'
import { tracer } from './tracer.ts'

/** What one instrumented server knows. */
export interface ServerRoom {
  readonly settings: ToolCallSettings
  readonly tools: ToolDirectory
  readonly connection: Connection
  /** What tools threw before the SDK turned it into text, by what the handler was told besides the request. */
  readonly thrown: WeakMap<object, unknown>
}

/** One request that a server handles. */
export interface ServerCall {
  readonly room: ServerRoom
  readonly message: McpMessage
  readonly request: RequestFacts
  readonly extra: unknown
  readonly span: api.Span
  readonly context: api.Context
  /** Present for a tool call that is recorded. */
  readonly tool: ToolCall | undefined
  /** Present for a tool call whose effect is known. */
  readonly scope: EffectScope | undefined
}

/** The code that the SDK answers with when what was thrown names none (JSON-RPC, internal error). */
const INTERNAL_ERROR = -32603

/** Starts the SERVER span of a request. */
export function beginServerCall(
  room: ServerRoom,
  message: McpMessage,
  extra: unknown,
  facts: ToolFacts | undefined,
): ServerCall {
  const request = requestFactsOf(extra, message)
  const attributes: api.Attributes = {}
  addMessage(attributes, message, room.settings.capture)
  if (message.tool !== undefined) attributes[ATTR_TOOLSPAN_LAYER] = 'mcp_server'
  const { parent, links } = inboundContext(request.meta, request.headers)
  const span = tracer().startSpan(message.spanName, { kind: api.SpanKind.SERVER, attributes, links }, parent)
  return {
    room,
    message,
    request,
    extra,
    span,
    context: api.trace.setSpan(parent, span),
    tool: span.isRecording() ? describe(room, message, request, span, facts) : undefined,
    scope: facts === undefined || facts.effect === 'unknown' ? undefined : openEffectScope(facts.effect),
  }
}

function describe(
  room: ServerRoom,
  message: McpMessage,
  request: RequestFacts,
  span: api.Span,
  facts: ToolFacts | undefined,
): ToolCall | undefined {
  const { tool } = message
  const call =
    tool === undefined || facts === undefined ? undefined : { span, tool, facts, settings: room.settings }
  const attributes: api.Attributes = {}
  try {
    room.connection.addTo(attributes, request.sessionId)
    addRequest(attributes, request)
    if (call !== undefined) addToolCall(attributes, call, message.params?.arguments)
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

function addRequest(attributes: api.Attributes, { id, headers }: RequestFacts): void {
  if (typeof id === 'string' || typeof id === 'number') attributes[ATTR_JSONRPC_REQUEST_ID] = String(id)
  if (headers === undefined) return
  attributes[ATTR_NETWORK_TRANSPORT] = 'tcp'
  attributes[ATTR_NETWORK_PROTOCOL_NAME] = 'http'
  const version = headers['mcp-protocol-version']
  if (typeof version === 'string') attributes[ATTR_MCP_PROTOCOL_VERSION] = version
}

/** Ends the span of a request that was answered with a result. */
export function answered(call: ServerCall, result: unknown): void {
  const { room, message, span, tool } = call
  try {
    if (message.method === 'tools/list') room.tools.learn(result, message.params?.cursor === undefined)
    if (message.method === 'initialize') room.connection.learn(result)
    if (!span.isRecording()) return
    if (tool === undefined) applyVerdict(span, verdictOfResult(result))
    else describeAnswer(call, tool, result)
  } catch (error) {
    swallow('instrument', error)
  } finally {
    end(call)
  }
}

function describeAnswer(call: ServerCall, tool: ToolCall, result: unknown): void {
  const verdict = verdictOfResult(result)
  if (verdict === NO_ERROR) {
    describeOutcome(tool, classifyResult(result, aboutCall(tool)), verdict, result)
  } else if (isCancelled(call)) {
    describeOutcome(tool, classifyError(takenBack(), aboutCall(tool, true)), NO_ERROR)
  } else {
    const { extra, room } = call
    const isKnown = typeof extra === 'object' && extra !== null && room.thrown.has(extra)
    const outcome = isKnown
      ? classifyError(room.thrown.get(extra), aboutCall(tool, false))
      : classifyResult(result, aboutCall(tool))
    describeOutcome(tool, outcome, verdict, result)
  }
}

/** Ends the span of a request that is answered with a JSON-RPC error, or not at all when it was cancelled. */
export function refused(call: ServerCall, thrown: unknown): void {
  const { span, tool } = call
  try {
    if (!span.isRecording()) return
    const cancelled = isCancelled(call)
    const verdict = cancelled ? NO_ERROR : verdictOfRpcError(codeOf(thrown), 'server')
    if (tool === undefined) applyVerdict(span, verdict)
    else
      describeOutcome(
        tool,
        classifyError(cancelled ? takenBack() : thrown, aboutCall(tool, cancelled)),
        verdict,
      )
  } catch (error) {
    swallow('instrument', error)
  } finally {
    end(call)
  }
}

function end(call: ServerCall): void {
  if (call.scope !== undefined) call.scope.isOpen = false
  call.span.end()
}

/** What a cancelled call ended with: whatever its handler made of that, nobody was told. */
const takenBack = (): DOMException => new DOMException('The request was cancelled', 'AbortError')

/** The caller took the request back, or went away: the SDK sends no answer. */
const isCancelled = (call: ServerCall): boolean => call.request.signal?.aborted === true

function codeOf(thrown: unknown): number {
  const code: unknown =
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : INTERNAL_ERROR
}
