import type * as api from '@opentelemetry/api'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { OTHER } from '../outcome/error-type.ts'
import { endSpan } from '../self/end-span.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_MCP_METHOD_NAME } from '../semconv/standard.ts'
import { addVerdict, metricToolName, secondsOf } from './call-metrics.ts'
import { addOperation } from './mcp-message.ts'
import type { Protocol } from './mcp-protocol.ts'
import { addReceived, type ServerCall } from './mcp-server-call.ts'
import { sessionOpened } from './mcp-session.ts'
import { boundPromptName } from './metric-names.ts'
import { applyVerdict, NO_ERROR, type Verdict, verdictOfResult, verdictOfRpcError } from './span-status.ts'
import { aboutCall, describeOutcome, type ToolCall } from './tool-call.ts'

/** The code that the SDK answers with when what was thrown names none (JSON-RPC, internal error). */
const INTERNAL_ERROR = -32603

/** Ends the span of a request that was answered with a result. */
export function answered(call: ServerCall, result: unknown): void {
  const { span, tool } = call
  try {
    learn(call, result)
    if (tool === undefined && call.measurement === undefined && !span.isRecording()) return
    // Whatever a handler makes of a request that was taken back, nobody is told: it neither failed nor found.
    const isTakenBack = isCancelled(call)
    const verdict = isTakenBack ? NO_ERROR : verdictOfResult(result)
    if (tool === undefined) applyVerdict(span, verdict)
    else if (isTakenBack) describeOutcome(tool, classifyError(takenBack(), aboutCall(tool, true)), verdict)
    else describeAnswer(call, tool, result, verdict)
    measure(call, verdict)
  } catch (error) {
    swallow('instrument', error)
  } finally {
    end(call)
  }
}

function learn({ room, message, span, request }: ServerCall, result: unknown): void {
  if (message.tool !== undefined) room.taskTools.learn(message.tool, result)
  if (message.method === 'tools/list') room.tools.learn(result, message.params?.cursor === undefined)
  if (message.method !== 'initialize') return
  sessionOpened(room)
  room.connection.learn(result)
  const attributes: api.Attributes = {}
  addReceived(attributes, room, request)
  span.setAttributes(attributes)
}

function describeAnswer(
  { room, request: { signal } }: ServerCall,
  tool: ToolCall,
  result: unknown,
  verdict: Verdict,
): void {
  if (verdict !== NO_ERROR && signal !== undefined && room.thrown.has(signal)) {
    describeOutcome(tool, classifyError(room.thrown.get(signal), aboutCall(tool, false)), verdict, result)
  } else {
    describeOutcome(tool, classifyResult(result, aboutCall(tool)), verdict, result)
  }
}

/** Ends the span of a request that is answered with a JSON-RPC error, or not at all when it was cancelled. */
export function refused(call: ServerCall, thrown: unknown): void {
  const { span, tool } = call
  try {
    const isTakenBack = isCancelled(call)
    const verdict = isTakenBack ? NO_ERROR : verdictOfRpcError(sentCode(call.room.protocol, thrown), 'server')
    if (tool === undefined) applyVerdict(span, verdict)
    else {
      const outcome = classifyError(isTakenBack ? takenBack() : thrown, aboutCall(tool, isTakenBack))
      describeOutcome(tool, outcome, verdict)
    }
    measure(call, verdict)
  } catch (error) {
    swallow('instrument', error)
  } finally {
    end(call)
  }
}

/** Ends the span of a message that has no answer, or that the SDK answered itself. */
export function endServerCall(call: ServerCall, verdict: Verdict): void {
  try {
    applyVerdict(call.span, verdict)
    measure(call, verdict)
  } catch (error) {
    swallow('instrument', error)
  } finally {
    end(call)
  }
}

function measure(call: ServerCall, verdict: Verdict): void {
  const { room, message, request, called, measurement } = call
  if (measurement === undefined) return
  const attributes: api.Attributes = {}
  addOperation(attributes, message, called && metricToolName(called.name, called.isRegistered))
  boundPromptName(attributes)
  if (call.isStray) attributes[ATTR_MCP_METHOD_NAME] = OTHER
  addReceived(attributes, room, request)
  addVerdict(attributes, verdict)
  measurement.metrics.serverDuration.tell(secondsOf(measurement), attributes)
}

function end(call: ServerCall): void {
  const { handling } = call.room
  const { id } = call.request
  if (id !== undefined && handling.get(id) === call) handling.delete(id)
  if (call.scope !== undefined) call.scope.isOpen = false
  endSpan(call.span)
}

/** What a cancelled call ended with: whatever its handler made of that, nobody was told. */
const takenBack = (): DOMException => new DOMException('The request was cancelled', 'AbortError')

/** The caller took the request back, or went away: the SDK sends no answer. */
const isCancelled = (call: ServerCall): boolean => call.request.signal?.aborted === true

/** The code that goes out for what a handler threw; version 2 replaces codes that its protocol no longer has. */
function sentCode(protocol: Protocol, thrown: unknown): number {
  const code: unknown =
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined
  const known = typeof code === 'number' && Number.isSafeInteger(code) ? code : INTERNAL_ERROR
  return protocol._negotiatedWireCodec?.().encodeErrorCode?.(known) ?? known
}
