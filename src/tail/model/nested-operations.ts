import type { DisjointSets } from './disjoint-sets.ts'
import { groupBy } from './group-by.ts'
import { nearestOuter } from './operation.ts'
import { operationIdOf, type Try } from './try.ts'

/** Operations nest as deep as layers do; more rounds than this would only follow a malformed trace. */
const MAX_ROUNDS = 16

/**
 * An operation that runs again because the one around it was tried again is a layer of that one: each try of
 * the outer operation holds it once more. Tied by an equal operation id or fingerprint, or, where every call
 * mints a new id, by the same owner under tries that are known to be the same. Returns, for the tries that were
 * taken in, the key that still tells them apart inside the outer operation.
 */
export function joinNestedOperations(tries: readonly Try[], sets: DisjointSets): ReadonlyMap<Try, string> {
  const keys = new Map<Try, string>()
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const nested = groupsInside(tries, sets).flatMap((group) => describe(group, sets) ?? [])
    let hasJoined = false
    for (const alike of groupBy(nested, (inner) => inner.key)) {
      const holders = alike.flatMap((inner) => inner.holders)
      if (new Set(holders).size < 2) continue
      // Two of them in one try of the outer operation: which is which, nothing tells.
      if (alike.length > 1 && new Set(holders).size < holders.length) continue
      for (const inner of alike) {
        const [holder] = inner.holders
        for (const item of inner.tries) {
          if (!keys.has(item)) keys.set(item, inner.name)
          if (holder !== undefined) sets.join(holder.index, item.index)
        }
      }
      hasJoined = true
    }
    if (!hasJoined) break
  }
  return keys
}

/** Operations with a try inside another operation, of those that were tried more than once: others hold nothing twice. */
function groupsInside(tries: readonly Try[], sets: DisjointSets): Try[][] {
  const inside = new Set<number>()
  for (let at = 0; at < tries.length; at++) {
    const outer = tries[at]?.outer
    if (outer === undefined || sets.sizeOf(outer.index) === 1) continue
    const root = sets.find(at)
    if (root !== sets.find(outer.index)) inside.add(root)
  }
  if (inside.size === 0) return []
  return groupBy(
    tries.filter(({ index }) => inside.has(sets.find(index))),
    ({ index }) => sets.find(index),
  )
}

interface NestedOperation {
  readonly tries: readonly Try[]
  /** The tries of the outer operation that hold it, one for each of its own outermost tries' holders. */
  readonly holders: readonly Try[]
  readonly name: string
  readonly key: string
}

function describe(group: readonly Try[], sets: DisjointSets): NestedOperation | undefined {
  const members = new Set(group)
  const outermost = group.filter((item) => nearestOuter(item, members) === undefined)
  const holders = new Set<Try>()
  for (const item of outermost) {
    if (item.outer === undefined) return undefined
    holders.add(item.outer)
  }
  const [holder] = holders
  const [first] = outermost
  if (holder === undefined || first === undefined) return undefined
  const outer = sets.find(holder.index)
  for (const other of holders) {
    if (sets.find(other.index) !== outer || samenessOf(other) !== samenessOf(holder)) return undefined
  }
  const name = nameOf(first)
  if (name === undefined) return undefined
  return { tries: group, holders: [...holders], name, key: `${outer} ${samenessOf(holder)} ${name}` }
}

/** What makes two tries of the outer operation tries of the same thing. */
function samenessOf(holder: Try): string {
  if (operationIdOf(holder) !== undefined && holder.number !== undefined) return 'numbered'
  return `${holder.span.tool} ${holder.span.fingerprint ?? keyOf(holder)}`
}

function nameOf(first: Try): string | undefined {
  const owner = first.spans.find((span) => span.budget?.owner !== undefined)?.budget?.owner
  if (operationIdOf(first) !== undefined && owner !== undefined) return `owner ${owner}`
  if (operationIdOf(first) !== undefined) return `id ${operationIdOf(first)}`
  return first.span.fingerprint === undefined
    ? undefined
    : `call ${first.span.tool} ${first.span.fingerprint}`
}

function keyOf(item: Try): string {
  return item.span.traceId + item.span.spanId
}
