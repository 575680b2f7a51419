import type { SpanFacts } from '../facts/span-facts.ts'

/** The place of the first of the sorted spans that did not start before `startMs`; their number where none did. */
export function firstFrom(sorted: readonly SpanFacts[], startMs: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.startMs ?? 0) < startMs) low = middle + 1
    else high = middle
  }
  return low
}
