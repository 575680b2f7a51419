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
import { aboutCall, addToolCall, describeOutcome, type ToolCall, toolCallSettings } from './tool-call.ts'
import { UNKNOWN_TOOL, withStatement } from './tool-effects.ts'
import { checkTraceToolOptions, type TraceToolOptions } from './trace-tool-options.ts'
import { tracer } from './tracer.ts'

type AnyFunction = (...args: never[]) => unknown
type AnyCall = (this: unknown, ...args: unknown[]) => unknown

/** One call of a wrapped function. */
interface TracedCall {
  readonly span: api.Span
  readonly context: api.Context
  /** Present when the span is recorded. */
  readonly tool: ToolCall | undefined
  /** Present when the effect of the tool is known. */
  readonly scope: EffectScope | undefined
}

const EXECUTE_TOOL = 'execute_tool'

/**
 * Wraps a function that is a tool in an `execute_tool` span (GenAI conventions, INTERNAL). The wrapped function
 * takes the same arguments and `this`, returns the same value, throws the same error and stays synchronous where
 * it was. Without an OpenTelemetry SDK it only calls through.
 * @throws ToolspanError `invalid_option`
 */
export function traceTool<Fn extends AnyFunction>(
  name: string,
  fn: Fn,
  options: TraceToolOptions<Fn> = {},
): Fn {
  checkTraceToolOptions(name, fn, options)
  const tool = shortTarget(name)
  const spanName = executeToolSpanName(name)
  const start = startAttributes(tool, options)
  const settings = toolCallSettings(options)
  const { effect, idempotent } = options
  const facts = withStatement(UNKNOWN_TOOL, {
    ...(effect === undefined ? {} : { effect }),
    ...(idempotent === undefined ? {} : { idempotent }),
  })
  // The types above hold for callers; from here on the tool is any function.
  const run = fn as unknown as AnyCall
  const { callId, input = soleOrAll } = options as unknown as TraceToolOptions<
    (...args: unknown[]) => unknown
  >

  function begin(args: unknown[]): TracedCall | undefined {
    try {
      const parent = api.context.active()
      const span = tracer().startSpan(spanName, { kind: api.SpanKind.INTERNAL, attributes: start }, parent)
      const scope = facts.effect === 'unknown' ? undefined : openEffectScope(facts.effect)
      if (!span.isRecording())
        return { span, scope, tool: undefined, context: api.trace.setSpan(parent, span) }
      const call: ToolCall = { span, tool, facts, settings }
      const attributes: api.Attributes = {}
      const id = callId?.(...args)
      if (id !== undefined) attributes[ATTR_GEN_AI_TOOL_CALL_ID] = id
      addToolCall(attributes, call, input(...args))
      span.setAttributes(attributes)
      return { span, scope, tool: call, context: api.trace.setSpan(parent, span) }
    } catch (error) {
      swallow('instrument', error)
      return undefined
    }
  }

  const traced: AnyCall = function (...args) {
    const call = begin(args)
    if (call === undefined) return run.apply(this, args)
    const { context, scope } = call
    let value: unknown
    try {
      value =
        scope === undefined
          ? api.context.with(context, run, this, ...args)
          : withEffectScope(scope, () => api.context.with(context, run, this, ...args))
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

function startAttributes(tool: string, options: TraceToolOptions<never>): api.Attributes {
  const attributes: api.Attributes = {
    [ATTR_GEN_AI_OPERATION_NAME]: EXECUTE_TOOL,
    [ATTR_GEN_AI_TOOL_NAME]: tool,
    [ATTR_GEN_AI_TOOL_TYPE]: options.type ?? 'function',
    // Whoever runs a tool as a plain function is, as a rule, the agent.
    [ATTR_TOOLSPAN_LAYER]: options.layer ?? 'agent',
  }
  if (options.agent !== undefined) attributes[ATTR_GEN_AI_AGENT_NAME] = options.agent
  if (options.timeoutMs !== undefined) attributes[ATTR_TOOLSPAN_TIMEOUT_CALL_MS] = options.timeoutMs
  return attributes
}

/** One argument is the input; of several, none may be left out, or different calls would look alike. */
const soleOrAll = (...args: unknown[]): unknown => (args.length > 1 ? args : args[0])

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
