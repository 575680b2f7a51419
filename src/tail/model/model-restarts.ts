import type { SpanFacts } from '../facts/span-facts.ts'
import { type Boundaries, succeeded } from './boundary.ts'
import type { DisjointSets } from './disjoint-sets.ts'
import { hasEnded } from './order.ts'
import { statedIn } from './stated.ts'
import { requestTarget } from './target.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** What a client that counts its own tries sent for one call of a model. */
interface Counted {
  first: Try
  greatest: number
}

/**
 * (b) for calls of a model: where a client's own count starts over in the next call after one that it gave up, somebody
 * above it asked again. That alone could be the next item of a batch. So the row has to end as retries end: with an
 * answer after which something else comes, or with the failure of the span around it. Returns, for the calls that were
 * tied, the key of what they are tries of.
 */
export function joinModelRestarts(
  tries: readonly Try[],
  sets: DisjointSets,
  { tree, boundaries }: { readonly tree: SpanTree; readonly boundaries: Boundaries },
): ReadonlyMap<Try, string> {
  const keys = new Map<Try, string>()
  if (!statedIn(tree).headerSequences) return keys
  const counts = countedCalls(tries)
  if (counts.size < 2) return keys
  const callOf = new Map([...counts.keys()].map((call) => [call.span, call]))
  for (const owner of ownersOf(counts.keys(), tree)) {
    const steps = tree.childrenOf(owner).filter(({ role }) => role !== 'other')
    let row: Try[] = []
    for (const [index, step] of steps.entries()) {
      const call = callOf.get(step)
      if (call === undefined) continue
      const last = row.at(-1)
      const goesOn = last !== undefined && steps[index - 1] === last.span && isAskedAgain(last, call)
      row = goesOn ? [...row, call] : [call]
      const next = steps[index + 1]
      if (row.length > 1 && isOver(call, next, owner)) tie(row)
    }
  }
  return keys

  function isAskedAgain(last: Try, next: Try): boolean {
    const before = counts.get(last)
    const after = counts.get(next)
    if (before === undefined || after === undefined || !last.failed) return false
    return (
      before.greatest > 0 &&
      after.first.span.http?.sequence === 0 &&
      requestTarget(before.first) === requestTarget(after.first) &&
      last.span.model === next.span.model &&
      last.span.service === next.span.service &&
      hasEnded(last.span, next.span) &&
      !boundaries.changedBetween(last, next)
    )
  }

  function tie(row: readonly Try[]): void {
    const [first] = row
    if (first === undefined) return
    for (const call of row) {
      sets.join(first.index, call.index)
      keys.set(call, `model ${first.span.spanId}`)
    }
  }
}

/** Calls of a model that carry no id of their own, with what their client counted. */
function countedCalls(tries: readonly Try[]): Map<Try, Counted> {
  const counts = new Map<Try, Counted>()
  for (let index = 0; index < tries.length; index++) {
    const item = tries[index]
    if (item === undefined) continue
    const { outer, span } = item
    if (span.http?.sequenceBy !== 'header' || outer?.span.role !== 'model') continue
    if (outer.budgetId !== undefined || outer.number !== undefined || outer.span.operationId !== undefined)
      continue
    const sequence = span.http.sequence ?? 0
    const known = counts.get(outer)
    if (known === undefined) counts.set(outer, { first: item, greatest: sequence })
    else {
      known.greatest = Math.max(known.greatest, sequence)
      if (span.startMs < known.first.span.startMs) known.first = item
    }
  }
  return counts
}

function ownersOf(calls: Iterable<Try>, tree: SpanTree): ReadonlySet<SpanFacts> {
  const owners = new Set<SpanFacts>()
  for (const { span } of calls) {
    const owner = tree.parentOf(span)
    if (owner !== undefined) owners.add(owner)
  }
  return owners
}

function isOver(last: Try, next: SpanFacts | undefined, owner: SpanFacts): boolean {
  if (last.failed) return next === undefined && owner.failed && owner.endMs !== undefined
  if (!succeeded(last)) return false
  return next === undefined ? owner.endMs !== undefined : next.role !== 'model'
}
