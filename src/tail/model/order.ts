import type { SpanFacts } from '../facts/span-facts.ts'
import { branchesOf } from './branches.ts'
import { byStart, compareText, type OnSpan, putInOrder } from './span-order.ts'
import type { SpanTree } from './tree.ts'

/**
 * Whether `earlier` had ended before `later` started, as far as clocks can tell. Clocks are compared within one
 * service only; between services the spans of one service that enclose or dispatch the two are compared. Of two that
 * start in one millisecond what holds them tells, or their numbers. False also means: not known.
 */
export function endedBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  return follows(tree, earlier, later, false)
}

/** As `endedBefore`, or not excluded for two that start in one millisecond: for what keeps a rule quiet. */
export function mayFollow(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  return follows(tree, earlier, later, true)
}

function follows(tree: SpanTree, earlier: SpanFacts, later: SpanFacts, isDoubtEnough: boolean): boolean {
  if (earlier === later) return false
  const pair = earlier.service === later.service ? undefined : comparable(tree, earlier, later)
  if (pair === undefined && earlier.service !== later.service) return false
  const a = pair?.[0] ?? earlier
  const b = pair?.[1] ?? later
  if (hasEnded(a, b)) return !isHolderCutShort(tree, a, b)
  return mayHaveEnded(a, b) && (orderOf(tree, a, b) ?? isDoubtEnough)
}

/**
 * Whether a span had ended when another of its service started. The JavaScript SDK cuts the start of a span down to
 * the whole millisecond, and its end with it, so what follows at once seems to start up to a millisecond too early.
 * Spans that start in one millisecond stay side by side, and so do spans shorter than that in two: what was sent off
 * together may lie on both sides of the clock's tick.
 */
export function hasEnded(earlier: SpanFacts, later: SpanFacts): boolean {
  const { startMs, endMs } = earlier
  if (endMs === undefined) return false
  const ticks = ticksBetween(earlier, later)
  if (ticks === 1 && endMs - startMs < 1 && !isWhole(endMs)) return false
  return ticks > 0 ? hasEndedIn(earlier, later) : endMs <= later.startMs
}

/** Whether both could be of one series: as `hasEnded`, or only the clock does not tell. */
export function mayHaveEnded(earlier: SpanFacts, later: SpanFacts): boolean {
  const ticks = ticksBetween(earlier, later)
  return hasEnded(earlier, later) || ((ticks === 0 || ticks === 1) && hasEndedIn(earlier, later))
}

/** How often the clock ticked from one start to another one that is cut down to the millisecond; NaN where that is not. */
function ticksBetween(earlier: SpanFacts, later: SpanFacts): number {
  return isWhole(later.startMs) ? Math.round(later.startMs) - wholeMs(earlier.startMs) : Number.NaN
}

/** For sorting: what is known to have started first, else any order that stays the same. */
export function compareStarts(tree: SpanTree, one: SpanFacts, other: SpanFacts): number {
  const pair = one.service === other.service ? ([one, other] as const) : comparable(tree, one, other)
  return pair === undefined ? compareText(one.spanId, other.spanId) : inOrder(tree, ...pair)
}

/**
 * A stable order for spans of one run: by start. Of those that start in one millisecond a span comes before what it
 * holds, and what holds them tells the rest.
 */
function inOrder(tree: SpanTree, a: SpanFacts, b: SpanFacts): number {
  return a.startMs - b.startMs || byBranch(tree, a, b)
}

function byBranch(tree: SpanTree, a: SpanFacts, b: SpanFacts): number {
  const [ofA, ofB] = branchesOf(tree, a, b)
  return ofA === ofB ? tree.depthOf(a) - tree.depthOf(b) : byStart(ofA, ofB)
}

/** Sorts in place what is about spans of one run. */
export function sortByStart<T extends OnSpan>(tree: SpanTree, items: T[]): T[] {
  return putInOrder(items, (a, b) => inOrder(tree, a.span, b.span))
}

/** How far a whole millisecond may be off after nanoseconds since 1970 went through a number. */
const BLUR_MS = 0.001

/** Whether a time may be cut down to the whole millisecond. */
export function isWhole(ms: number): boolean {
  return Math.abs(ms - Math.round(ms)) < BLUR_MS
}

function wholeMs(ms: number): number {
  return Math.floor(ms + BLUR_MS)
}

/** Whether a span had ended in the millisecond in which another starts. */
function hasEndedIn({ endMs }: SpanFacts, later: SpanFacts): boolean {
  return endMs !== undefined && Math.floor(endMs) <= wholeMs(later.startMs)
}

/** What is held by a span did not come after it; its start was cut down, and with it its end. */
function isHolderCutShort(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  return (
    isWhole(earlier.startMs) &&
    later.startMs < (earlier.endMs ?? 0) + 1 &&
    tree.findAbove(later, (above) => above === earlier) !== undefined
  )
}

/** Whether of two that start in one millisecond the first one had ended; undefined where nothing tells. */
function orderOf(tree: SpanTree, one: SpanFacts, other: SpanFacts): boolean | undefined {
  const [a, b] = branchesOf(tree, one, other)
  // One holds the other.
  if (a === b) return false
  if (a.service !== b.service) return undefined
  if (hasEnded(a, b) || hasEnded(b, a)) return hasEnded(a, b)
  if (a.attempt === undefined || b.attempt === undefined || a.attempt === b.attempt) return undefined
  return a.budget?.id === b.budget?.id ? a.attempt < b.attempt && mayHaveEnded(a, b) : undefined
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
