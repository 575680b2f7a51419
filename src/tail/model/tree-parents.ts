import type { SpanFacts } from '../facts/span-facts.ts'
import type { IdIndex } from './id-index.ts'

/** The place of a parent that is not there. */
export const NO_PARENT = -1

/** Who is whose parent, by place among the spans. */
export interface SpanParents {
  /** For each span the place of its parent, or -1. */
  readonly parents: Int32Array
  /** How many spans enclose each. Means nothing for spans that are, or lie below, their own ancestors. */
  readonly depths: Int32Array
  /** The greatest of these. */
  readonly deepest: number
  /** The outermost span that encloses each, or itself. Under the same condition. */
  readonly tops: Int32Array
  /** Spans that are their own ancestors: whoever walks down from one must not come back to it. */
  readonly circular: ReadonlySet<number>
  /** Whether a span names a parent that is not there, or a call stands in for it. */
  readonly hasOrphans: boolean
}

/** Finds parents by their ids, and the clients of servers that lost their context by session and request. */
export function findParents(spans: readonly SpanFacts[], index: IdIndex): SpanParents {
  /** Where the clients of MCP requests stand, and servers whose parent is not there. */
  const clients = new Map<string, number>()
  const orphans: number[] = []
  const parents = new Int32Array(spans.length).fill(NO_PARENT)
  let before: SpanFacts | undefined
  let parent = NO_PARENT
  let hasOrphans = false
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    if (span === undefined) continue
    const { parentSpanId, traceId } = span
    // Children of one span often stand together.
    if (parentSpanId !== before?.parentSpanId || traceId !== before?.traceId)
      parent = parentSpanId === undefined ? NO_PARENT : index.find(traceId, parentSpanId)
    before = span
    parents[place] = parent
    if (parent === NO_PARENT && parentSpanId !== undefined) hasOrphans = true
    if (span.requestKey === undefined) continue
    if (span.kind === 'client' && span.role === 'tool') clients.set(span.requestKey, place)
    if (span.kind === 'server' && parent === NO_PARENT) orphans.push(place)
  }
  // Context was lost on the way: session and request id still say which call the server answered.
  for (const place of orphans) {
    const server = spans[place]
    const client = clients.get(server?.requestKey ?? '') ?? NO_PARENT
    if (spans[client]?.tool === server?.tool) parents[place] = client
  }
  return { parents, ...measure(parents), hasOrphans }
}

const UNKNOWN = -1

function measure(parents: Int32Array): Omit<SpanParents, 'parents' | 'hasOrphans'> {
  const depths = new Int32Array(parents.length).fill(UNKNOWN)
  const circular = new Set<number>()
  let deepest = 0
  const tops = new Int32Array(parents.length)
  const passedIn = new Int32Array(parents.length).fill(UNKNOWN)
  const path: number[] = []
  for (let index = 0; index < parents.length; index++) {
    let at = index
    while (at !== NO_PARENT && depths[at] === UNKNOWN && passedIn[at] !== index) {
      passedIn[at] = index
      path.push(at)
      at = parents[at] ?? NO_PARENT
    }
    const isCircle = at !== NO_PARENT && depths[at] === UNKNOWN
    if (isCircle) for (const member of path.slice(path.indexOf(at))) circular.add(member)
    let depth = at === NO_PARENT || isCircle ? 0 : (depths[at] ?? 0) + 1
    const top = at === NO_PARENT || isCircle ? path[path.length - 1] : tops[at]
    for (let below = path.pop(); below !== undefined; below = path.pop()) {
      depths[below] = depth++
      tops[below] = top ?? below
    }
    // The last one that was given a depth is the span itself.
    if (depth > deepest + 1) deepest = depth - 1
  }
  return { depths, deepest, tops, circular }
}
