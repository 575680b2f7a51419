import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'

/**
 * Whether `earlier` had ended before `later` started, as far as clocks can tell. Clocks are compared within one
 * service only; between services the spans of one service that enclose or dispatch the two are compared. Of two that
 * start in one millisecond what holds them tells. False also means: not known.
 */
export function endedBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  if (earlier === later) return false
  const pair = earlier.service === later.service ? undefined : comparable(tree, earlier, later)
  if (pair === undefined && earlier.service !== later.service) return false
  const [a, b] = pair ?? [earlier, later]
  if (hasEnded(a, b)) return true
  const holders = startTogether(a, b) && hasEndedIn(a, b) ? holdersOf(tree, a, b) : undefined
  return holders !== undefined && hasEnded(holders[0], holders[1])
}

/**
 * Whether a span had ended when another of its service started. The JavaScript SDK cuts the start of a span down to
 * the whole millisecond and keeps the fraction of its end, so what follows at once seems to start up to a
 * millisecond too early. Spans that start in one millisecond stay side by side.
 */
export function hasEnded(earlier: SpanFacts, later: SpanFacts): boolean {
  if (earlier.endMs === undefined) return false
  const isCut = isWhole(later.startMs) && Math.round(later.startMs) > Math.round(earlier.startMs)
  return isCut ? hasEndedIn(earlier, later) : earlier.endMs <= later.startMs
}

/** Whether both could be of one series: as `hasEnded`, and of two that start in one millisecond it is not excluded. */
export function mayHaveEnded(earlier: SpanFacts, later: SpanFacts): boolean {
  return hasEnded(earlier, later) || (startTogether(earlier, later) && hasEndedIn(earlier, later))
}

/** How far a whole millisecond may be off after nanoseconds since 1970 went through a number. */
const BLUR_MS = 0.001

function isWhole(ms: number): boolean {
  return Math.abs(ms - Math.round(ms)) < BLUR_MS
}

/** Whether both starts are cut down to the same millisecond: then they do not say which was first. */
function startTogether(a: SpanFacts, b: SpanFacts): boolean {
  return Math.round(a.startMs) === Math.round(b.startMs) && isWhole(a.startMs) && isWhole(b.startMs)
}

/** Whether a span had ended in the millisecond in which another starts. */
function hasEndedIn({ endMs }: SpanFacts, later: SpanFacts): boolean {
  return endMs !== undefined && Math.floor(endMs) <= Math.round(later.startMs)
}

/** Whether `earlier` started before `later`, as far as clocks can tell. */
export function startedBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  if (earlier === later) return false
  const pair = earlier.service === later.service ? undefined : comparable(tree, earlier, later)
  if (pair === undefined && earlier.service !== later.service) return false
  const [a, b] = pair ?? [earlier, later]
  if (!startTogether(a, b)) return a.startMs < b.startMs
  const holders = holdersOf(tree, a, b)
  return holders !== undefined && !startTogether(...holders) && holders[0].startMs < holders[1].startMs
}

/** What holds `a` and what holds `b` right below the span that holds both, where one clock timed the two. */
function holdersOf(tree: SpanTree, a: SpanFacts, b: SpanFacts): readonly [SpanFacts, SpanFacts] | undefined {
  const chainA = tree.ancestorsOf(a)
  const chainB = tree.ancestorsOf(b)
  let fromA = chainA.length - 1
  let fromB = chainB.length - 1
  if (fromA < 0 || chainA[fromA] !== chainB[fromB]) return undefined
  while (fromA >= 0 && fromB >= 0 && chainA[fromA] === chainB[fromB]) {
    fromA--
    fromB--
  }
  const [ofA, ofB] = [chainA[fromA] ?? a, chainB[fromB] ?? b]
  return ofA !== ofB && ofA.service === ofB.service ? [ofA, ofB] : undefined
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
