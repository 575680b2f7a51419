import type { SpanFacts } from '../facts/span-facts.ts'

/**
 * A stable order for spans of one group, so that arrival plays no part: by start. Of those that start in one millisecond
 * by number, the failed ones first, since whoever fails tries again; and then by id.
 */
export function byStart(a: SpanFacts, b: SpanFacts): number {
  return (
    a.startMs - b.startMs ||
    numberOf(a) - numberOf(b) ||
    Number(b.failed) - Number(a.failed) ||
    compareText(a.traceId, b.traceId) ||
    compareText(a.spanId, b.spanId)
  )
}

function numberOf({ attempt, http }: SpanFacts): number {
  return attempt ?? http?.sequence ?? 0
}

/** Whatever is about a span. */
export interface OnSpan {
  readonly span: SpanFacts
}

/** An array, or an array of numbers. */
interface Sortable<T> {
  readonly length: number
  readonly [index: number]: T
  sort(compare: (a: T, b: T) => number): unknown
}

/** Sorts in place what is not in order yet. Most is, and an engine copies what it sorts. */
export function putInOrder<T, Items extends Sortable<T>>(
  items: Items & Sortable<T>,
  compare: (a: T, b: T) => number,
): Items {
  for (let index = 1; index < items.length; index++) {
    const before = items[index - 1]
    const item = items[index]
    if (before === undefined || item === undefined || compare(before, item) <= 0) continue
    items.sort(compare)
    break
  }
  return items
}

export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
