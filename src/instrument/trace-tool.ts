import * as api from '@opentelemetry/api'
import { withEffectScope } from '../budget/current-attempt.ts'
import { type EffectScope, openEffectScope } from '../budget/effect-scope.ts'
import { classifyError } from '../outcome/classify-error.ts'
import { classifyValue } from '../outcome/classify-value.ts'
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
import { errorTypeOf } from './error-type.ts'
import { type Settling, whenSettled } from './settlement.ts'
import { executeToolSpanName, shortTarget } from './span-names.ts'
import { NO_ERROR, verdictOfResult } from './span-status.ts'
import {
  aboutCall,
  addToolCall,
  describeOutcome,
  type ToolCall,
  type ToolCallSettings,
  toolCallSettings,
} from './tool-call.ts'
import type { ToolFacts } from './tool-effects.ts'
import { checkTraceToolOptions, type TraceToolOptions } from './trace-tool-options.ts'
import { tracer } from './tracer.ts'

type AnyFunction = (...args: never[]) => unknown
type AnyCall = (this: unknown, ...args: unknown[]) => unknown

/** A wrapped tool: what is the same for all of its calls. */
interface TracedTool {
  readonly name: string
  readonly spanName: string
  readonly start: api.Attributes
  readonly facts: ToolFacts
  readonly settings: ToolCallSettings
  readonly input: AnyCall
  readonly callId: AnyCall | undefined
}

/** One call of a wrapped tool. */
interface TracedCall {
  readonly span: api.Span
  readonly context: api.Context
  /** Present when the span is recorded. */
  readonly tool: ToolCall | undefined
  /** Present when the effect of the tool is known. */
  readonly scope: EffectScope | undefined
}

/**
 * Wraps a function that is a tool in an `execute_tool` span (GenAI conventions, INTERNAL). The wrapped function
 * takes the same arguments and `this`, returns the same value, throws the same error and stays synchronous where
 * it was. Without an OpenTelemetry SDK it only calls through. A stream or generator counts as answered when it is
 * returned.
 * @throws ToolspanError `invalid_option`
 */
export function traceTool<Fn extends AnyFunction>(
  name: string,
  fn: Fn,
  options: TraceToolOptions<Fn> = {},
): Fn {
  checkTraceToolOptions(name, fn, options)
  // The types above hold for callers; from here on the tool is any function.
  const run = fn as unknown as AnyCall
  const tool = tracedTool(name, options as unknown as TraceToolOptions<(...args: unknown[]) => unknown>)
  const traced: AnyCall = function (...args) {
    const call = begin(tool, args)
    if (call === undefined) return run.apply(this, args)
    const { context, scope } = call
    const work = (): unknown => api.context.with(context, () => run.apply(this, args))
    let value: unknown
    try {
      value = scope === undefined ? work() : withEffectScope(scope, work)
    } catch (error) {
      settling.failed(call, error)
      throw error
    }
    const isWatched = scope !== undefined || call.tool !== undefined
    return isWatched ? whenSettled(value, call, settling, context) : value
  }
  // Frameworks read the name and the number of parameters of a tool function.
  Object.defineProperties(traced, {
    name: { value: fn.name, configurable: true },
    length: { value: fn.length, configurable: true },
  })
  return traced as unknown as Fn
}

function tracedTool(name: string, options: TraceToolOptions<(...args: unknown[]) => unknown>): TracedTool {
  const start: api.Attributes = {
    [ATTR_GEN_AI_OPERATION_NAME]: 'execute_tool',
    [ATTR_GEN_AI_TOOL_NAME]: shortTarget(name),
    [ATTR_GEN_AI_TOOL_TYPE]: options.type ?? 'function',
    // Whoever runs a tool as a plain function is, as a rule, the agent.
    [ATTR_TOOLSPAN_LAYER]: options.layer ?? 'agent',
  }
  if (options.agent !== undefined) start[ATTR_GEN_AI_AGENT_NAME] = options.agent
  if (options.timeoutMs !== undefined) start[ATTR_TOOLSPAN_TIMEOUT_CALL_MS] = options.timeoutMs
  const { effect = 'unknown', idempotent } = options
  return {
    name: shortTarget(name),
    spanName: executeToolSpanName(name),
    start,
    facts: idempotent === undefined ? { effect } : { effect, idempotent },
    settings: toolCallSettings(options),
    input: options.input ?? soleOrAll,
    callId: options.callId,
  }
}

/** One argument is the input; of several, none may be left out, or different calls would look alike. */
const soleOrAll = (...args: unknown[]): unknown => (args.length > 1 ? args : args[0])

function begin(traced: TracedTool, args: unknown[]): TracedCall | undefined {
  try {
    const { spanName, start, facts } = traced
    const parent = api.context.active()
    const span = tracer().startSpan(spanName, { kind: api.SpanKind.INTERNAL, attributes: start }, parent)
    const scope = facts.effect === 'unknown' ? undefined : openEffectScope(facts.effect)
    const context = api.trace.setSpan(parent, span)
    return { span, scope, context, tool: span.isRecording() ? describe(traced, span, args) : undefined }
  } catch (error) {
    swallow('instrument', error)
    return undefined
  }
}

function describe(traced: TracedTool, span: api.Span, args: unknown[]): ToolCall {
  const { name, facts, settings, input, callId } = traced
  const call: ToolCall = { span, tool: name, facts, settings }
  const attributes: api.Attributes = {}
  try {
    addToolCall(attributes, call, input(...args))
    const id = callId?.(...args)
    if (typeof id === 'string') attributes[ATTR_GEN_AI_TOOL_CALL_ID] = id
  } catch (error) {
    swallow('instrument', error)
  }
  span.setAttributes(attributes)
  return call
}

const settling: Settling<TracedCall> = {
  succeeded(call, value) {
    const { tool } = call
    try {
      if (tool) describeOutcome(tool, classifyValue(value, aboutCall(tool)), verdictOfResult(value), value)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
  failed(call, thrown) {
    const { tool } = call
    try {
      if (!tool) return
      const outcome = classifyError(thrown, aboutCall(tool))
      // A call that its caller stopped is not an error of the tool.
      const verdict = outcome.reason === 'aborted' ? NO_ERROR : { errorType: errorTypeOf(thrown) }
      describeOutcome(tool, outcome, verdict)
    } catch (error) {
      swallow('instrument', error)
    } finally {
      end(call)
    }
  },
}

function end(call: TracedCall): void {
  if (call.scope !== undefined) call.scope.isOpen = false
  call.span.end()
}
