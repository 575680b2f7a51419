import { succeeded } from './boundary.ts'
import type { Try } from './try.ts'

/**
 * Cuts requests that a client counts by itself (0, 1, 2, 0, 1, 2) where its counter starts over: each part is one
 * budget of that client. A row of zeros is not cut: then the client's own retries are off and somebody above
 * repeats (facts/retry-layers.md 5.3).
 */
export function cutSequences(sorted: readonly Try[]): Try[][] {
  const parts: Try[][] = []
  const left = [...sorted]
  let previous = 0
  for (const [index, first] of left.entries()) {
    const next = left[index + 1]
    // Of two that start in one millisecond the one that goes on with the row came before the one that begins the next.
    const isSecond =
      index > 0 && next?.span.startMs === first.span.startMs && sequenceOf(next) === previous + 1
    const item = isSecond && sequenceOf(first) === 0 ? next : first
    if (item !== first) left[index + 1] = first
    const sequence = sequenceOf(item)
    const part = parts.at(-1)
    if (part === undefined || (sequence === 0 && previous > 0)) parts.push([item])
    else part.push(item)
    previous = sequence
  }
  return parts
}

const sequenceOf = ({ span }: Try): number => span.http?.sequence ?? 0

/** Where nobody counts, what comes after a success is the next thing: another page, another item. */
export function cutAfterSuccess(sorted: readonly Try[]): Try[][] {
  const parts: Try[][] = []
  let isOver = true
  for (const item of sorted) {
    const part = parts.at(-1)
    if (part === undefined || isOver) parts.push([item])
    else part.push(item)
    isOver = succeeded(item)
  }
  return parts
}
