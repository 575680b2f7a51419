import type * as api from '@opentelemetry/api'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyResult } from '../outcome/classify-result.ts'
import { endSpan } from '../self/end-span.ts'
import { swallow } from '../self/swallow.ts'
import { addVerdict, metricToolName, secondsOf } from './call-metrics.ts'
import { isCallersStop, verdictOfFailure } from './client-failure.ts'
import { addConnection, type ClientCall } from './mcp-client-call.ts'
import { addOperation } from './mcp-message.ts'
import { sessionOpened } from './mcp-session.ts'
import { boundPromptName } from './metric-names.ts'
import type { Settling } from './settlement.ts'
import { applyVerdict, type Verdict, verdictOfResult } from './span-status.ts'
import { aboutCall, describeOutcome } from './tool-call.ts'
import { noteEnded } from './underway.ts'

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
      const peerCode = room.peerErrors.codeOf(thrown)
      const isCancelled = peerCode === undefined && isCallersStop(call.signal, thrown)
      const verdict = verdictOfFailure(thrown, peerCode, isCancelled, call.requestId !== undefined)
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
  if (message.tool !== undefined) room.taskTools.learn(message.tool, result)
  if (message.method === 'tools/list') room.tools.learn(result, message.params?.cursor === undefined)
  if (message.method !== 'initialize') return
  sessionOpened(room)
  room.connection.learn(result)
  const attributes: api.Attributes = {}
  addConnection(attributes, room)
  span.setAttributes(attributes)
}

function measure(call: ClientCall, verdict: Verdict): void {
  const { room, message, measurement } = call
  if (measurement === undefined) return
  const { tool } = message
  const attributes: api.Attributes = {}
  addOperation(attributes, message, tool && metricToolName(tool, room.tools.has(tool)))
  boundPromptName(attributes)
  room.connection.addTo(attributes)
  room.connection.addPeerTo(attributes)
  addVerdict(attributes, verdict)
  measurement.metrics.clientDuration.tell(secondsOf(measurement), attributes)
}

function end(call: ClientCall): void {
  if (call.params !== undefined) noteEnded(call.params, call)
  if (!call.isBorrowed) endSpan(call.span)
}
