import { OtlpProblem } from '../../tail/facts/otlp-problem.ts'
import { WIRE, WireReader } from '../../tail/facts/otlp-wire.ts'

/** What an OTLP request carries. */
export type Signal = 'spans' | 'logs' | 'metrics'

/** In the requests of all signals alike: the entries, the scopes of an entry, the items of a scope. */
const ENTRIES = 1
const SCOPES = 2
const ITEMS = 2

// Field numbers of opentelemetry/proto/{trace,logs,metrics}/v1 (opentelemetry-proto 1.10).
const SPAN = { traceId: 1, spanId: 2, start: 7, end: 8 } as const
const LOG = { time: 1, observed: 11 } as const
/** Gauge, sum, histogram, exponential histogram, summary. */
const METRIC_DATA: ReadonlySet<number> = new Set([5, 7, 9, 10, 11])

/**
 * The signal of an OTLP request in protobuf, which no field of it states: its first item that can only be of one tells.
 * What cannot be told is taken for spans, so that whatever is wrong with it is told as well.
 */
export function signalOf(request: Uint8Array): Signal {
  try {
    for (const entry of messagesOf(new WireReader(request), ENTRIES))
      for (const scope of messagesOf(entry, SCOPES))
        for (const item of messagesOf(scope, ITEMS)) {
          const signal = signalOfItem(item)
          if (signal !== undefined) return signal
        }
  } catch (error) {
    if (!(error instanceof OtlpProblem)) throw error
  }
  return 'spans'
}

function* messagesOf(message: WireReader, field: number): Generator<WireReader, void, undefined> {
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === field) yield message.message()
    else message.skip()
  }
}

/** Times of spans and of log records stand in fields of their own; metrics have data instead, and no ids. */
function signalOfItem(item: WireReader): Signal | undefined {
  let hasData = false
  let ids = 0
  while (item.next()) {
    const time = item.fieldOf(WIRE.fixed64)
    if (time === SPAN.start || time === SPAN.end) return 'spans'
    if (time === LOG.time || time === LOG.observed) return 'logs'
    const bytes = item.fieldOf(WIRE.bytes)
    if (METRIC_DATA.has(bytes)) hasData = true
    if (bytes === SPAN.traceId && item.hex().length === 32) ids++
    else if (bytes === SPAN.spanId && item.hex().length === 16) ids++
    else if (bytes !== SPAN.traceId && bytes !== SPAN.spanId) item.skip()
  }
  return hasData && ids < 2 ? 'metrics' : undefined
}
