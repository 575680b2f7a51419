import type { SpanFacts } from '../facts/span-facts.ts'
import { IdIndex } from './id-index.ts'
import { type Children, collectChildren } from './tree-children.ts'
import { findParents, NO_PARENT } from './tree-parents.ts'

/** Deeper than any honest trace; a longer chain of parents, or a circle of them, is cut here. */
export const MAX_DEPTH = 256

const NO_SPANS: readonly SpanFacts[] = []

/** The spans of one run with their family ties. */
export interface SpanTree {
  readonly spans: readonly SpanFacts[]
  /** Where the span with the ids of this one stands in `spans`; -1 where there is none. */
  indexOf(span: SpanFacts): number
  /** Where the parent of the span at `index` stands; -1 where it is not there. */
  parentAt(index: number): number
  /** How many spans enclose the one at `index`, at most 256. */
  depthAt(index: number): number
  /** The same of a span. */
  depthOf(span: SpanFacts): number
  parentOf(span: SpanFacts): SpanFacts | undefined
  /** Spans whose parent this is, in order of start. */
  childrenOf(span: SpanFacts): readonly SpanFacts[]
  /** Visits children, their children and so on, the nearer ones first; looks below a span where `visit` says so. */
  walkDown(span: SpanFacts, visit: (below: SpanFacts) => boolean): void
  /** From the parent upwards, at most 256. */
  ancestorsOf(span: SpanFacts): readonly SpanFacts[]
  /** The first of these that `is` holds for. */
  findAbove(span: SpanFacts, is: (above: SpanFacts) => boolean): SpanFacts | undefined
  /** Whether one of these stands at one of the places. */
  isBelow(span: SpanFacts, places: Pick<ReadonlySet<number>, 'has'>): boolean
  /** The last of these; the span itself where there are none. */
  topOf(span: SpanFacts): SpanFacts
  /** The lowest span that encloses all of `spans`, none of which encloses itself; undefined if none is known. */
  enclosing(spans: readonly SpanFacts[]): SpanFacts | undefined
  /** Whether all of `spans` hang below one span, be it there or not: else what is missing decides how they belong. */
  isUnderOne(spans: readonly SpanFacts[]): boolean
  /** When a service was last heard of, by its own clock. */
  lastSeenMs(service: string): number | undefined
  /** False when the span, or one above it, names a parent that is not there. */
  hasItsParents(span: SpanFacts): boolean
  /** Whether all spans are known to have theirs. */
  readonly isWhole: boolean
}

/**
 * Builds the tree of the spans of one run. Spans that name each other as parents are cut apart, not followed.
 * @param index of `spans`, where there is one
 */
export function createSpanTree(spans: readonly SpanFacts[], index = new IdIndex(spans)): SpanTree {
  const { parents, depths, tops, circular, hasOrphans, deepest } = findParents(spans, index)

  function indexOf(span: SpanFacts): number {
    // Else this is another object for a span that is there, or these are a part of what is held.
    return spans[span.place] === span ? span.place : index.find(span.traceId, span.spanId)
  }

  const parentAt = (index: number): number => parents[index] ?? NO_PARENT
  const parentOf = (span: SpanFacts): SpanFacts | undefined => spans[parentAt(indexOf(span))]

  let children: Children | undefined

  function childrenOf(span: SpanFacts): readonly SpanFacts[] {
    children ??= collectChildren(spans, parents, circular)
    return children.lists[children.places[indexOf(span)] ?? 0] ?? NO_SPANS
  }

  function walkDown(span: SpanFacts, visit: (below: SpanFacts) => boolean): void {
    if (childrenOf(span).length === 0) return
    const pending: SpanFacts[] = [span]
    for (let index = 0; index < pending.length; index++) {
      const at = pending[index]
      if (at === undefined) continue
      for (const child of childrenOf(at)) if (visit(child)) pending.push(child)
    }
  }

  // Children of one span have the same ancestors, and share them.
  const chains: (readonly SpanFacts[])[] = []
  /** By place of the parent: how many chains there were when the one above its children was added. */
  const chainAt = new Int32Array(spans.length)

  function ancestorsOf(span: SpanFacts): readonly SpanFacts[] {
    const index = indexOf(span)
    const parent = parentAt(index)
    if (parent === NO_PARENT) return NO_SPANS
    if (circular.has(index)) return chainAbove(index)
    const known = chains[(chainAt[parent] ?? 0) - 1]
    if (known !== undefined) return known
    const chain = chainAbove(index)
    chainAt[parent] = chains.push(chain)
    return chain
  }

  function chainAbove(index: number): readonly SpanFacts[] {
    const chain: SpanFacts[] = []
    const isEndless = circular.size > 0
    const seen = isEndless ? new Set<SpanFacts | undefined>([spans[index]]) : undefined
    for (let at = parentAt(index); at !== NO_PARENT && chain.length < MAX_DEPTH; at = parentAt(at)) {
      const span = spans[at]
      if (span === undefined || seen?.has(span)) break
      seen?.add(span)
      chain.push(span)
    }
    return chain
  }

  function findAbove(span: SpanFacts, is: (above: SpanFacts) => boolean): SpanFacts | undefined {
    const index = indexOf(span)
    // Whoever comes back to where it began, or into a circle further up, has seen all there is.
    for (let at = parentAt(index), steps = 0; at !== NO_PARENT && at !== index; at = parentAt(at)) {
      const above = spans[at]
      if (above === undefined || steps++ === MAX_DEPTH) return undefined
      if (is(above)) return above
    }
    return undefined
  }

  function isBelow(span: SpanFacts, places: Pick<ReadonlySet<number>, 'has'>): boolean {
    const index = indexOf(span)
    for (let at = parentAt(index), steps = 0; at !== NO_PARENT && at !== index; at = parentAt(at)) {
      if (steps++ === MAX_DEPTH) return false
      if (places.has(at)) return true
    }
    return false
  }

  function topOf(span: SpanFacts): SpanFacts {
    const index = indexOf(span)
    const isWhole = circular.size === 0 && (depths[index] ?? 0) <= MAX_DEPTH
    return (isWhole ? spans[tops[index] ?? index] : ancestorsOf(span).at(-1)) ?? span
  }

  function depthAt(index: number): number {
    const span = spans[index]
    if (circular.size > 0 && span !== undefined) return ancestorsOf(span).length
    return Math.min(MAX_DEPTH, depths[index] ?? 0)
  }

  function enclosing(of: readonly SpanFacts[]): SpanFacts | undefined {
    const [first] = of
    if (first === undefined) return undefined
    let common = ancestorsOf(first)
    let lastParent = parentAt(indexOf(first))
    for (let index = 1; index < of.length && common.length > 0; index++) {
      const span = of[index]
      const parent = span === undefined ? NO_PARENT : parentAt(indexOf(span))
      // Most of them are siblings, and a span below the lowest common one changes nothing.
      if (span === undefined || (parent === lastParent && circular.size === 0)) continue
      lastParent = parent
      if (isUnder(common[0], parent)) continue
      const others = ancestorsOf(span)
      const isShared = new Set(others)
      common = common.filter((ancestor) => isShared.has(ancestor))
    }
    return common[0]
  }

  /** Whether what has this parent lies below `span`, and then below all that enclose it: no chain is cut at its end. */
  function isUnder(span: SpanFacts | undefined, parent: number): boolean {
    if (span === undefined || circular.size > 0 || (depths[parent] ?? 0) + 1 >= MAX_DEPTH) return false
    const wanted = indexOf(span)
    for (let at = parent; at !== NO_PARENT; at = parentAt(at)) if (at === wanted) return true
    return false
  }

  function isUnderOne(of: readonly SpanFacts[]): boolean {
    let first: string | undefined
    let last: SpanFacts | undefined
    for (const span of of) {
      const top = topOf(span)
      if (top === last) continue
      last = top
      const above = `${top.traceId} ${top.parentSpanId ?? top.spanId}`
      first ??= above
      if (above !== first) return false
    }
    return true
  }

  let lastSeen: Map<string, number> | undefined

  function lastSeenMs(service: string): number | undefined {
    if (lastSeen === undefined) {
      lastSeen = new Map()
      for (const span of spans) {
        const seenMs = span.endMs ?? span.startMs
        if (seenMs > (lastSeen.get(span.service) ?? Number.NEGATIVE_INFINITY))
          lastSeen.set(span.service, seenMs)
      }
    }
    return lastSeen.get(service)
  }

  function hasItsParents(span: SpanFacts): boolean {
    return topOf(span).parentSpanId === undefined
  }

  return {
    spans,
    indexOf,
    parentAt,
    depthAt,
    depthOf: (span) => depthAt(indexOf(span)),
    parentOf,
    childrenOf,
    walkDown,
    ancestorsOf,
    findAbove,
    isBelow,
    topOf,
    enclosing,
    isUnderOne,
    lastSeenMs,
    hasItsParents,
    isWhole: circular.size === 0 && !hasOrphans && deepest <= MAX_DEPTH,
  }
}
