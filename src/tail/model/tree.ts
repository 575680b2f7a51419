import type { SpanFacts } from '../facts/span-facts.ts'
import { byStart } from './span-order.ts'

/** Deeper than any honest trace; a longer chain of parents, or a circle of them, is cut here. */
export const MAX_DEPTH = 256

const NO_SPANS: readonly SpanFacts[] = []

/** The spans of one run with their family ties. */
export interface SpanTree {
  readonly spans: readonly SpanFacts[]
  parentOf(span: SpanFacts): SpanFacts | undefined
  /** Spans whose parent this is, in order of start. */
  childrenOf(span: SpanFacts): readonly SpanFacts[]
  /** Visits children, their children and so on, the nearer ones first; looks below a span where `visit` says so. */
  walkDown(span: SpanFacts, visit: (below: SpanFacts) => boolean): void
  /** From the parent upwards, at most 256. */
  ancestorsOf(span: SpanFacts): readonly SpanFacts[]
  /** The lowest span that encloses all of `spans`, none of which encloses itself; undefined if none is known. */
  enclosing(spans: readonly SpanFacts[]): SpanFacts | undefined
  /** When a service was last heard of, by its own clock. */
  lastSeenMs(service: string): number | undefined
  /** False when the span names a parent that is not there. */
  hasItsParents(span: SpanFacts): boolean
}

/** Builds the tree of the spans of one run. Spans that name each other as parents are cut apart, not followed. */
export function createSpanTree(spans: readonly SpanFacts[]): SpanTree {
  const byKey = new Map<string, SpanFacts>()
  const clientByRequest = new Map<string, SpanFacts>()
  for (const span of spans) {
    byKey.set(span.traceId + span.spanId, span)
    if (span.requestKey !== undefined && span.kind === 'client' && span.role === 'tool') {
      clientByRequest.set(span.requestKey, span)
    }
  }
  const parents = new Map<SpanFacts, SpanFacts>()
  for (const span of spans) {
    const parent = findParent(span)
    if (parent !== undefined) parents.set(span, parent)
  }
  const parentOf = (span: SpanFacts): SpanFacts | undefined => parents.get(span)
  const circular = findCircular(spans, parentOf)

  function findParent(span: SpanFacts): SpanFacts | undefined {
    const parent = span.parentSpanId === undefined ? undefined : byKey.get(span.traceId + span.parentSpanId)
    if (parent !== undefined || span.kind !== 'server' || span.requestKey === undefined) return parent
    // Context was lost on the way: session and request id still say which call the server answered.
    const client = clientByRequest.get(span.requestKey)
    return client !== undefined && client.tool === span.tool ? client : undefined
  }

  let children: Map<SpanFacts, SpanFacts[]> | undefined

  function childrenOf(span: SpanFacts): readonly SpanFacts[] {
    if (children === undefined) {
      children = new Map()
      for (const child of [...spans].sort(byStart)) {
        const parent = parentOf(child)
        if (parent === undefined || circular.has(child)) continue
        const siblings = children.get(parent)
        if (siblings === undefined) children.set(parent, [child])
        else siblings.push(child)
      }
    }
    return children.get(span) ?? NO_SPANS
  }

  function walkDown(span: SpanFacts, visit: (below: SpanFacts) => boolean): void {
    const pending: SpanFacts[] = [span]
    for (let index = 0; index < pending.length; index++) {
      const at = pending[index]
      if (at === undefined) continue
      for (const child of childrenOf(at)) if (visit(child)) pending.push(child)
    }
  }

  // Children of one span have the same ancestors, and share them.
  const chainByParent = new Map<SpanFacts, readonly SpanFacts[]>()

  function ancestorsOf(span: SpanFacts): readonly SpanFacts[] {
    const parent = parentOf(span)
    if (parent === undefined) return NO_SPANS
    if (circular.has(span)) return chainAbove(span)
    const known = chainByParent.get(parent)
    if (known !== undefined) return known
    const chain = chainAbove(span)
    chainByParent.set(parent, chain)
    return chain
  }

  function chainAbove(span: SpanFacts): readonly SpanFacts[] {
    const chain: SpanFacts[] = []
    const seen = new Set<SpanFacts>([span])
    let at = parentOf(span)
    while (at !== undefined && !seen.has(at) && chain.length < MAX_DEPTH) {
      seen.add(at)
      chain.push(at)
      at = parentOf(at)
    }
    return chain
  }

  function enclosing(of: readonly SpanFacts[]): SpanFacts | undefined {
    const [first, ...rest] = of
    if (first === undefined) return undefined
    let common = ancestorsOf(first)
    for (const span of rest) {
      const others = new Set(ancestorsOf(span))
      common = common.filter((ancestor) => others.has(ancestor))
      if (common.length === 0) return undefined
    }
    return common[0]
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
    const top = ancestorsOf(span).at(-1) ?? span
    return top.parentSpanId === undefined
  }

  return { spans, parentOf, childrenOf, walkDown, ancestorsOf, enclosing, lastSeenMs, hasItsParents }
}

/** Spans that are their own ancestors: whoever walks down from one must not come back to it. */
function findCircular(
  spans: readonly SpanFacts[],
  parentOf: (span: SpanFacts) => SpanFacts | undefined,
): ReadonlySet<SpanFacts> {
  const circular = new Set<SpanFacts>()
  const passed = new Set<SpanFacts>()
  for (const span of spans) {
    const path = new Set<SpanFacts>()
    let at: SpanFacts | undefined = span
    while (at !== undefined && !passed.has(at)) {
      passed.add(at)
      path.add(at)
      at = parentOf(at)
    }
    if (at === undefined || !path.has(at)) continue
    let isOnCircle = false
    for (const member of path) {
      isOnCircle ||= member === at
      if (isOnCircle) circular.add(member)
    }
  }
  return circular
}
