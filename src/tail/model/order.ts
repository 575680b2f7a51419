import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'

/**
 * Whether `earlier` had ended before `later` started, as far as clocks can tell. Clocks are compared within one
 * service only; between services the spans of one service that enclose or dispatch the two are compared. False
 * also means: not known.
 */
export function endedBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  if (earlier.service === later.service) return earlier !== later && hasEnded(earlier, later)
  const pair = comparable(tree, earlier, later)
  return pair !== undefined && hasEnded(pair[0], pair[1])
}

/**
 * Whether a span had ended when another of its service started. The JavaScript SDK cuts the start of a span down to
 * the whole millisecond and keeps the fraction of its end, so what follows at once seems to start up to a
 * millisecond too early. Spans that start in one millisecond stay side by side.
 */
export function hasEnded({ startMs, endMs }: SpanFacts, later: SpanFacts): boolean {
  if (endMs === undefined) return false
  const wholeMs = Math.round(later.startMs)
  const isCut = Math.abs(later.startMs - wholeMs) < BLUR_MS && wholeMs > Math.round(startMs)
  return isCut ? Math.floor(endMs) <= wholeMs : endMs <= later.startMs
}

/** How far a whole millisecond may be off after nanoseconds since 1970 went through a number. */
const BLUR_MS = 0.001

/** Whether `earlier` started before `later`, as far as clocks can tell. */
export function startedBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  if (earlier.service === later.service) return earlier !== later && earlier.startMs < later.startMs
  const pair = comparable(tree, earlier, later)
  return pair !== undefined && pair[0].startMs < pair[1].startMs
}

/** The nearest two spans of one service that stand for `a` and `b` of two, neither of them enclosing the other. */
function comparable(tree: SpanTree, a: SpanFacts, b: SpanFacts): readonly [SpanFacts, SpanFacts] | undefined {
  const chainA = [a, ...tree.ancestorsOf(a)]
  const chainB = [b, ...tree.ancestorsOf(b)]
  const aboveA = new Set(chainA)
  const aboveB = new Set(chainB)
  for (const x of chainA) {
    if (aboveB.has(x)) return undefined
    for (const y of chainB) {
      if (aboveA.has(y)) break
      if (x.service === y.service) return [x, y]
    }
  }
  return undefined
}
