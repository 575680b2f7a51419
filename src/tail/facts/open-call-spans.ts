import { ATTR_TOOLSPAN_CALL_AGE_MS } from '../../semconv/attributes/timeout.ts'
import { EVENT_TOOLSPAN_CALL_OPEN } from '../../semconv/events.ts'
import { ATTR_SERVICE_NAME } from '../../semconv/standard.ts'
import type { LogInput } from './log-input.ts'
import type { SpanInput } from './span-input.ts'

/** The record does not say what is above the call: something is, and it is not known. */
const UNKNOWN_PARENT = 'f'.repeat(16)

/**
 * What a report of an open call says, as spans: the call, which has not ended, and that its service was alive when it
 * said so. None where it says too little.
 */
export function openCallSpans(record: LogInput): readonly SpanInput[] {
  const { eventName, traceId, spanId, timeMs, attributes, resource, traceFlags } = record
  const ageMs = attributes[ATTR_TOOLSPAN_CALL_AGE_MS]
  const isComplete = traceId.length === 32 && spanId.length === 16 && timeMs > 0 && typeof ageMs === 'number'
  if (eventName !== EVENT_TOOLSPAN_CALL_OPEN || !isComplete) return []
  const service = resource[ATTR_SERVICE_NAME]
  const common = {
    traceId,
    parentSpanId: UNKNOWN_PARENT,
    traceFlags,
    scope: '',
    service: typeof service === 'string' ? service : '',
    failed: false,
    events: [],
    links: [],
  }
  return [
    { ...common, spanId, name: '', kind: 'client', startMs: timeMs - ageMs, attributes },
    {
      ...common,
      spanId: sightingId(spanId),
      name: eventName,
      kind: 'internal',
      startMs: timeMs,
      endMs: timeMs,
      attributes: {},
    },
  ]
}

/** An id that hangs on the call only, so that a report that comes twice is one. */
function sightingId(spanId: string): string {
  const digits = BigInt(`0x${spanId}`) ^ 0x5a5a_5a5a_5a5a_5a5an
  return digits.toString(16).padStart(16, '0')
}
