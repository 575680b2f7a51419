import * as api from '@opentelemetry/api'
import { ATTR_TOOLSPAN_CALL_AGE_MS } from '../semconv/attributes/timeout.ts'
import { EVENT_TOOLSPAN_CALL_OPEN, OPEN_CALL_REPEATS } from '../semconv/events.ts'
import { ATTR_MCP_METHOD_NAME } from '../semconv/standard.ts'
import { textOf } from './facts/attribute-values.ts'
import type { AttributeValue } from './facts/span-input.ts'
import type { LoggerProvider } from './findings/emit-log.ts'
import type { OpenCall } from './open-calls.ts'
import { sayDuration } from './rules/draft/duration.ts'

/** WARN in OpenTelemetry's log data model. */
const WARN = 13

/** Emits an open call as a log record with trace and span id of the call. */
export function emitOpenCallLog(call: OpenCall, atMs: number, provider: LoggerProvider | undefined): void {
  const { span, facts, ageMs } = call
  const attributes: api.Attributes = { [ATTR_TOOLSPAN_CALL_AGE_MS]: Math.round(ageMs) }
  for (const name of OPEN_CALL_REPEATS) {
    const value = repeated(span.attributes[name])
    if (value !== undefined) attributes[name] = value
  }
  provider?.getLogger('toolspan').emit({
    eventName: EVENT_TOOLSPAN_CALL_OPEN,
    timestamp: atMs,
    severityNumber: WARN,
    severityText: 'WARN',
    body: `${nameOf(call)} has been open for ${sayDuration(ageMs)}, ${sayTimers(call)}`,
    attributes,
    context: api.trace.setSpanContext(api.ROOT_CONTEXT, {
      traceId: facts.traceId,
      spanId: facts.spanId,
      traceFlags: facts.traceFlags,
    }),
  })
}

function repeated(value: unknown): string | number | undefined {
  return typeof value === 'number' ? value : typeof value === 'string' ? textOf(value) : undefined
}

/** Never the span's own name: of a foreign span it may be any text. */
function nameOf({ span, facts }: OpenCall): string {
  const method: AttributeValue = repeated(span.attributes[ATTR_MCP_METHOD_NAME])
  return facts.tool ?? (facts.model === undefined ? textOf(method) : `a call of ${facts.model}`) ?? 'a call'
}

function sayTimers({ facts: { timers } }: OpenCall): string {
  if (timers === undefined) return 'and no timer that limits it is known'
  const known = [timers.callMs, timers.idleMs, timers.totalMs].filter((ms) => ms !== undefined)
  return `though it has timers of ${known.map(sayDuration).join(' and ')}`
}
