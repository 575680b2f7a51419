import type * as api from '@opentelemetry/api'

const TRACE_ID_LENGTH = 32
const SPAN_ID_LENGTH = 16

/**
 * Whether a span context is one (W3C Trace Context: hex digits, not all of them nought), as the API's own
 * `isSpanContextValid` tells it. That one asks two expressions, which is much for something that every call asks. Of a
 * remote context the digits are taken as given: the propagator that read it has looked at each.
 */
export function isValidContext({ traceId, spanId, isRemote }: api.SpanContext): boolean {
  if (!isId(traceId, TRACE_ID_LENGTH) || !isId(spanId, SPAN_ID_LENGTH)) return false
  return isRemote === true || (isHex(traceId) && isHex(spanId))
}

/** Most ids are told from nought by their first digit. */
function isId(id: string, length: number): boolean {
  if (typeof id !== 'string' || id.length !== length) return false
  for (let at = 0; at < length; at++) if (id.charCodeAt(at) !== 0x30) return true
  return false
}

function isHex(id: string): boolean {
  for (let at = 0; at < id.length; at++) {
    const char = id.charCodeAt(at)
    const lower = char | 0x20
    if (!(char >= 0x30 && char <= 0x39) && !(lower >= 0x61 && lower <= 0x66)) return false
  }
  return true
}
