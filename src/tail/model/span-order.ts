import type { SpanFacts } from '../facts/span-facts.ts'

/** A stable order for spans of one group: by start, then by id, so that arrival plays no part. */
export function byStart(a: SpanFacts, b: SpanFacts): number {
  return a.startMs - b.startMs || compareText(a.traceId, b.traceId) || compareText(a.spanId, b.spanId)
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
