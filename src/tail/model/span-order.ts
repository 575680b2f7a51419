import type { SpanFacts } from '../facts/span-facts.ts'

/** A stable order for spans of one group: by start, then by id, so that arrival plays no part. */
export function byStart(a: SpanFacts, b: SpanFacts): number {
  return a.startMs - b.startMs || compareText(a.traceId, b.traceId) || compareText(a.spanId, b.spanId)
}

interface OnSpan {
  readonly span: SpanFacts
}

/** The same for whatever is about a span. */
export function bySpanStart(a: OnSpan, b: OnSpan): number {
  return byStart(a.span, b.span)
}

/** Sorts in place what is not in order yet. Most is, and an engine copies what it sorts. */
export function putInOrder<T>(items: T[], compare: (a: T, b: T) => number): T[] {
  for (let index = 1; index < items.length; index++) {
    const before = items[index - 1]
    const item = items[index]
    if (before !== undefined && item !== undefined && compare(before, item) > 0) return items.sort(compare)
  }
  return items
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
