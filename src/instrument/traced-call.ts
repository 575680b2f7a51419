import * as api from '@opentelemetry/api'
import { type EffectScope, openEffectScope } from '../budget/effect-scope.ts'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyStored } from '../outcome/classify-value.ts'
import { errorTypeOf } from '../outcome/error-type.ts'
import { stored } from '../outcome/evidence/stored.ts'
import type { Describe } from '../outcome/stated/result-description.ts'
import { activeContext } from '../self/context.ts'
import { endSpan } from '../self/end-span.ts'
import { startSpan, withSpan } from '../self/start-span.ts'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_TIMEOUT_CALL_MS } from '../semconv/attributes/timeout.ts'
import {
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOOL_CALL_ID,
  ATTR_GEN_AI_TOOL_NAME,
  ATTR_GEN_AI_TOOL_TYPE,
} from '../semconv/standard.ts'
import {
  addVerdict,
  beginMeasurement,
  countingContext,
  type Measurement,
  type ResultCounter,
  resultCounter,
  secondsOf,
} from './call-metrics.ts'
import type { Settling } from './settlement.ts'
import { executeToolSpanName, shortTarget } from './span-names.ts'
import { NO_ERROR, type Verdict, verdictOfResult } from './span-status.ts'
import {
  aboutCall,
  addToolCall,
  describeOutcome,
  type ToolCall,
  type ToolCallSettings,
  toolCallSettings,
} from './tool-call.ts'
import type { ToolFacts } from './tool-effects.ts'
import type { TraceToolOptions } from './trace-tool-options.ts'

type AnyCall = (...args: unknown[]) => unknown

/** A wrapped tool: what is the same for all of its calls. */
export interface TracedTool {
  readonly name: string
  readonly spanName: string
  readonly start: api.Attributes
  /** What its duration is measured by (GenAI conventions; no operation name there). */
  readonly metricAttributes: api.Attributes
  readonly facts: ToolFacts
  readonly settings: ToolCallSettings
  readonly input: AnyCall
  readonly callId: AnyCall | undefined
}

/** One call of a wrapped tool. */
export interface TracedCall {
  readonly span: api.Span
  readonly context: api.Context
  /** Present when the call is recorded or counted. */
  readonly tool: ToolCall | undefined
  /** Present when the effect of the tool is known. */
  readonly scope: EffectScope | undefined
  readonly measurement: Measurement | undefined
  readonly traced: TracedTool
}

/** Puts together what all calls of a tool share. */
export function tracedTool(
  name: string,
  options: TraceToolOptions<(...args: unknown[]) => unknown>,
): TracedTool {
  const metricAttributes: api.Attributes = {
    [ATTR_GEN_AI_TOOL_NAME]: shortTarget(name),
    [ATTR_GEN_AI_TOOL_TYPE]: options.type ?? 'function',
  }
  if (options.agent !== undefined) metricAttributes[ATTR_GEN_AI_AGENT_NAME] = options.agent
  const start: api.Attributes = {
    ...metricAttributes,
    [ATTR_GEN_AI_OPERATION_NAME]: 'execute_tool',
    // Whoever runs a tool as a plain function is, as a rule, the agent.
    [ATTR_TOOLSPAN_LAYER]: options.layer ?? 'agent',
  }
  if (options.timeoutMs !== undefined) start[ATTR_TOOLSPAN_TIMEOUT_CALL_MS] = options.timeoutMs
  const { effect = 'unknown', idempotent, describe } = options
  return {
    name: shortTarget(name),
    spanName: executeToolSpanName(name),
    start,
    metricAttributes,
    facts: {
      effect,
      ...(idempotent !== undefined && { idempotent }),
      // What the tool returned is what its function is typed to return.
      ...(describe !== undefined && { describe: describe as Describe }),
    },
    settings: toolCallSettings(options),
    input: options.input ?? soleOrAll,
    callId: options.callId,
  }
}

/** One argument is the input; of several, none may be left out, or different calls would look alike. */
const soleOrAll = (...args: unknown[]): unknown => (args.length > 1 ? args : args[0])

/** Starts the span of a call; nothing when that fails, and the call is left alone. */
export function beginTracedCall(traced: TracedTool, args: unknown[]): TracedCall | undefined {
  try {
    const { spanName, start } = traced
    const parent = activeContext()
    const span = startSpan(spanName, { kind: api.SpanKind.INTERNAL, attributes: start }, parent)
    try {
      return begun(traced, args, span, parent)
    } catch (error) {
      // A span of a call that cannot be begun is ended and not lost.
      endSpan(span)
      throw error
    }
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

function begun(traced: TracedTool, args: unknown[], span: api.Span, parent: api.Context): TracedCall {
  const { name, facts } = traced
  const measurement = beginMeasurement()
  const within = withSpan(parent, span)
  return {
    span,
    context: measurement === undefined ? within : countingContext(within, name),
    tool: beginToolCall(traced, span, args, resultCounter(measurement, parent, name, true)),
    scope: facts.effect === 'unknown' ? undefined : openEffectScope(facts.effect),
    measurement,
    traced,
  }
}

function beginToolCall(
  traced: TracedTool,
  span: api.Span,
  args: unknown[],
  counter: ResultCounter | undefined,
): ToolCall | undefined {
  const isRecording = span.isRecording()
  if (!isRecording && counter === undefined) return undefined
  const { name, facts, settings, input, callId } = traced
  const call: ToolCall = { span, tool: name, facts, settings, counter }
  if (!isRecording) return call
  const attributes: api.Attributes = {}
  try {
    const given = input(...args)
    addToolCall(attributes, call, given, stored(given))
    const id = callId?.(...args)
    if (typeof id === 'string') attributes[ATTR_GEN_AI_TOOL_CALL_ID] = id
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

/** How a call of a traced tool ends. */
export const tracedSettling: Settling<TracedCall> = {
  succeeded(call, value) {
    const { tool } = call
    try {
      if (tool === undefined && call.measurement === undefined) return
      const seen = stored(value)
      const verdict = verdictOfResult(seen)
      if (tool) describeOutcome(tool, classifyStored(value, seen, aboutCall(tool)), verdict, value, seen)
      measure(call, verdict)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
  failed(call, thrown) {
    const { tool, traced } = call
    try {
      const outcome = classifyError(thrown, tool ? aboutCall(tool) : { tool: traced.name })
      // A call that its caller stopped is not an error of the tool.
      const verdict = outcome.reason === 'aborted' ? NO_ERROR : { errorType: errorTypeOf(thrown) }
      if (tool) describeOutcome(tool, outcome, verdict)
      measure(call, verdict)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
}

function measure({ measurement, traced }: TracedCall, verdict: Verdict): void {
  if (measurement === undefined) return
  const attributes: api.Attributes = { ...traced.metricAttributes }
  addVerdict(attributes, verdict)
  measurement.metrics.toolDuration.tell(secondsOf(measurement), attributes)
}

function end(call: TracedCall): void {
  if (call.scope !== undefined) call.scope.isOpen = false
  endSpan(call.span)
}
