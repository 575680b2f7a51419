import * as api from '@opentelemetry/api'
import { isKeyed } from '../self/keyed.ts'
import { CALLS_SCOPE } from '../semconv/scopes.ts'
import { ATTR_GEN_AI_OPERATION_NAME, ATTR_GEN_AI_TOOL_NAME } from '../semconv/standard.ts'

/** What spans of the SDK show beyond the API. */
interface ReadableSpan extends api.Span {
  readonly attributes?: unknown
  readonly kind?: unknown
  readonly instrumentationScope?: unknown
  readonly instrumentationLibrary?: unknown
}

/** Spans that stand for a call already. */
const claimed = new WeakSet<api.Span>()

/**
 * The span of another instrumentation that traces this very call, if there is one: directly active, INTERNAL,
 * `execute_tool` of the same tool by the GenAI conventions. It then takes the attributes of the call in place of a
 * span of its own (MCP conventions, client span). Each span is given out once: a second call inside it is another
 * try, which must not disappear in the first one's span. Spans of `traceTool` are never given out; they say by
 * themselves what the call meant.
 */
export function claimExecuteToolSpan(context: api.Context, tool: string): api.Span | undefined {
  const span = api.trace.getSpan(context)
  if (span === undefined || !span.isRecording()) return undefined
  // The API does not let anybody read a span; the spans of the SDK can be read all the same.
  const { attributes, kind, instrumentationScope, instrumentationLibrary }: ReadableSpan = span
  if (!isKeyed(attributes)) return undefined
  if (
    attributes[ATTR_GEN_AI_OPERATION_NAME] !== 'execute_tool' ||
    attributes[ATTR_GEN_AI_TOOL_NAME] !== tool
  ) {
    return undefined
  }
  // Version 1 of the tracing SDK calls its scope a library.
  const scope = instrumentationScope ?? instrumentationLibrary
  if (kind !== api.SpanKind.INTERNAL || isOurs(scope) || claimed.has(span)) return undefined
  claimed.add(span)
  return span
}

const isOurs = (scope: unknown): boolean => isKeyed(scope) && scope.name === CALLS_SCOPE
