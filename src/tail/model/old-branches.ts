import type { SpanFacts } from '../facts/span-facts.ts'
import { createSpanTree } from './tree.ts'
import { NO_PARENT } from './tree-parents.ts'

/** What of a run may go, and what has to stay. */
export interface Leaving {
  /** So many spans are to go, or a few more. */
  readonly most: number
  /** Spans that have not ended: whatever encloses one stays. */
  readonly open: readonly SpanFacts[]
  /** Spans that something to come decides about. */
  readonly pending: ReadonlySet<SpanFacts>
}

/**
 * The spans of a run that are over for the longest time, whole branches of them: what hangs below a span that goes on,
 * or below none that is there. Half a branch would tell another story than the whole.
 */
export function oldBranches(spans: readonly SpanFacts[], leaving: Leaving): ReadonlySet<SpanFacts> {
  const branches = new Map<number, SpanFacts[]>()
  const tops = topsOf(spans)
  for (const [index, span] of spans.entries()) {
    const top = tops[index] ?? index
    const branch = branches.get(top)
    if (branch === undefined) branches.set(top, [span])
    else branch.push(span)
  }
  const holders = new Set(leaving.open.map(({ traceId, parentSpanId }) => `${traceId}${parentSpanId}`))
  const isHeld = (span: SpanFacts): boolean =>
    span.endMs === undefined || leaving.pending.has(span) || holders.has(span.traceId + span.spanId)
  const going = new Set<SpanFacts>()
  // A branch is over when its top is, and tops stand in the order in which they ended.
  for (const [, branch] of [...branches].sort(([a], [b]) => a - b)) {
    if (going.size >= leaving.most) break
    if (!branch.some(isHeld)) for (const span of branch) going.add(span)
  }
  return going
}

/** For each span the place of the outermost that encloses it; spans that are their own ancestors are one branch. */
function topsOf(spans: readonly SpanFacts[]): Int32Array {
  const tree = createSpanTree(spans)
  const tops = new Int32Array(spans.length).fill(NO_PARENT)
  for (let index = 0; index < spans.length; index++) {
    const path: number[] = []
    let at = index
    while (tops[at] === NO_PARENT && path.length <= spans.length) {
      path.push(at)
      const parent = tree.parentAt(at)
      if (parent === NO_PARENT) break
      at = parent
    }
    const known = tops[at] ?? NO_PARENT
    const top = known === NO_PARENT ? at : known
    for (const place of path) tops[place] = top
  }
  return tops
}
