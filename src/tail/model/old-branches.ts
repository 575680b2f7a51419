import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'
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

/** What of a run goes. */
export interface Leave {
  readonly going: ReadonlySet<SpanFacts>
  /** What stays of branches of which the rest goes: spans that something to come decides about, with their kin. */
  readonly remnants: ReadonlySet<SpanFacts>
  /** Something goes that is needed: there is nothing else left. */
  readonly isForced: boolean
}

/**
 * The spans of a run that are over for the longest time, whole branches of them: what hangs below a span that goes on,
 * or below none that is there. Half a branch would tell another story than the whole, so of a branch with a span that
 * something to come decides about only that span stays, with what it lies in and what lies in it.
 */
export function oldBranches(tree: SpanTree, { most, open, pending }: Leaving): Leave {
  const holders = new Set(open.map(({ traceId, parentSpanId }) => `${traceId}${parentSpanId}`))
  const going = new Set<SpanFacts>()
  const remnants = new Set<SpanFacts>()
  const held: (readonly number[])[] = []
  // A branch is over when its top is, and tops stand in the order in which they ended.
  for (const branch of branchesOf(tree)) {
    if (going.size >= most) break
    const isUnderWay = branch.some((place) => isOpen(tree.spans[place], holders))
    if (isUnderWay) held.push(branch)
    else part(branch, tree, pending, going, remnants)
  }
  const isForced = going.size < most
  for (const span of remnants) {
    if (going.size >= most) break
    remnants.delete(span)
    going.add(span)
  }
  for (const branch of held) {
    if (going.size >= most) break
    for (const span of spansAt(branch, tree)) if (span.endMs !== undefined) going.add(span)
  }
  return { going, remnants, isForced: isForced && going.size > 0 }
}

/** By top, the earliest first: the places of its spans. */
function branchesOf(tree: SpanTree): (readonly number[])[] {
  const branches = new Array<number[] | undefined>(tree.spans.length)
  const tops = topsOf(tree)
  for (let place = 0; place < tops.length; place++) {
    const top = tops[place] ?? place
    const branch = branches[top]
    if (branch === undefined) branches[top] = [place]
    else branch.push(place)
  }
  return branches.filter((branch) => branch !== undefined)
}

function isOpen(span: SpanFacts | undefined, holders: ReadonlySet<string>): boolean {
  return span !== undefined && (span.endMs === undefined || holders.has(span.traceId + span.spanId))
}

function* spansAt(places: readonly number[], { spans }: SpanTree): Generator<SpanFacts> {
  for (const place of places) {
    const span = spans[place]
    if (span !== undefined) yield span
  }
}

/** Sorts the spans of a branch that is over into those that go and those that stay. */
function part(
  branch: readonly number[],
  tree: SpanTree,
  pending: ReadonlySet<SpanFacts>,
  going: Set<SpanFacts>,
  remnants: Set<SpanFacts>,
): void {
  if (pending.size > 0) {
    for (const span of spansAt(branch, tree)) {
      if (!pending.has(span)) continue
      remnants.add(span)
      for (const above of tree.ancestorsOf(span)) remnants.add(above)
      tree.walkDown(span, (below) => {
        remnants.add(below)
        return true
      })
    }
  }
  for (const span of spansAt(branch, tree)) if (!remnants.has(span)) going.add(span)
}

/** For each span the place of the outermost that encloses it; spans that are their own ancestors are one branch. */
function topsOf(tree: SpanTree): Int32Array {
  const { spans } = tree
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
