import type { Boundaries } from './boundary.ts'
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts'
import { joinEqualCalls } from './equal-calls.ts'
import { joinModelRestarts } from './model-restarts.ts'
import { joinNestedOperations } from './nested-operations.ts'
import { sortByStart } from './order.ts'
import type { ModelTurns } from './repeats.ts'
import { placesOfInvocations, subKey } from './sub-key.ts'
import { requestTarget } from './target.ts'
import type { SpanTree } from './tree.ts'
import { isFingerprinted, keyOf, operationIdOf, type Try } from './try.ts'
import type { TrySet } from './try-set.ts'

/** One logical operation: all its tries, whichever layer made them. */
export interface Operation {
  /** Tries in a stable order: enclosing ones before those they enclose. */
  readonly tries: readonly Try[]
  /** Tries that no other try of the operation encloses, by start. */
  readonly outermost: readonly Try[]
  /** What tells tries apart that share the operation but are not tries of the same thing. */
  subKeyOf(of: Try): string
}

/** What tells operations apart: the helpers that read a run once and are asked often. */
export interface OperationContext {
  readonly tree: SpanTree
  readonly boundaries: Boundaries
  readonly turns: ModelTurns
  /** For whoever sorts tries of the run. */
  readonly members: TrySet
}

/** The operations of a run. */
export interface Operations {
  /**
   * Those of two tries or more, and those whose one try is charged to a budget. Of all others there is nothing to say
   * about tries, and most operations are such.
   */
  readonly inQuestion: readonly Operation[]
  subKeyOf(of: Try): string
}

/** Ties the tries of a run into operations and cuts those at their boundaries (design.md section 5). */
export function buildOperations(tries: readonly Try[], context: OperationContext): Operations {
  const sets = createDisjointSets(tries.length)
  joinByOperationId(tries, sets)
  joinEqualCalls(tries, sets, context)
  const restartKeys = joinModelRestarts(tries, sets, context)
  joinToOuter(tries, sets, context.tree)
  const nestedKeys = joinNestedOperations(tries, sets)
  const places = placesOfInvocations(tries, context.tree)
  const subKeyOf = (of: Try): string => nestedKeys.get(of) ?? restartKeys.get(of) ?? subKey(of, places)
  const operations = groupsInQuestion(tries, sets).flatMap((group) =>
    cutAtBoundaries(group, subKeyOf, context),
  )
  return { inQuestion: operations.filter(({ tries }) => isInQuestion(tries)), subKeyOf }
}

/** Groups in order of first appearance. */
function groupsInQuestion(tries: readonly Try[], sets: DisjointSets): Try[][] {
  const groups: Try[][] = []
  const byRoot = new Map<number, Try[]>()
  for (let index = 0; index < tries.length; index++) {
    const item = tries[index]
    if (item === undefined) continue
    if (sets.sizeOf(item.index) === 1) {
      if (item.budgetId !== undefined) groups.push([item])
      continue
    }
    const root = sets.find(item.index)
    const known = byRoot.get(root)
    if (known !== undefined) {
      known.push(item)
      continue
    }
    const group = [item]
    byRoot.set(root, group)
    groups.push(group)
  }
  return groups
}

function isInQuestion(tries: readonly Try[]): boolean {
  return tries.length > 1 || tries[0]?.budgetId !== undefined
}

/** (a) and (b): equal operation ids or idempotency keys; and whoever charges one budget tries one operation. */
function joinByOperationId(tries: readonly Try[], sets: DisjointSets): void {
  const byId = new Map<string, Try>()
  const byBudget = new Map<string, Try>()
  const byKey = new Map<string, Try>()
  for (let index = 0; index < tries.length; index++) {
    const item = tries[index]
    if (item === undefined) continue
    const operationId = operationIdOf(item)
    if (operationId !== undefined) join(byId, operationId, item)
    else if (item.budgetId !== undefined) join(byBudget, item.budgetId, item)
    const key = keyOf(item)
    if (key !== undefined) join(byKey, key, item)
  }

  function join(byName: Map<string, Try>, name: string, item: Try): void {
    const first = byName.get(name)
    if (first === undefined) byName.set(name, item)
    else sets.join(first.index, item.index)
  }
}

/** A try without a key of its own belongs to what encloses it; an HTTP request else to its equals beside it. */
function joinToOuter(tries: readonly Try[], sets: DisjointSets, tree: SpanTree): void {
  const byPlace = new Map<string, Try>()
  for (let index = 0; index < tries.length; index++) {
    const item = tries[index]
    if (item === undefined || operationIdOf(item) !== undefined || isFingerprinted(item)) continue
    if (item.span.idempotencyKey !== undefined) continue
    if (item.outer !== undefined) {
      sets.join(item.outer.index, item.index)
      continue
    }
    const place = placeOf(item, tree)
    const first = place === undefined ? undefined : byPlace.get(place)
    if (first !== undefined) sets.join(first.index, item.index)
    else if (place !== undefined) byPlace.set(place, item)
  }
}

/** (d): the operation id of an enclosing span, else the parent; with method and URL. */
function placeOf(item: Try, tree: SpanTree): string | undefined {
  const target = requestTarget(item)
  const owner = tree.findAbove(item.span, (ancestor) => ancestor.operationId !== undefined)
  if (owner?.operationId !== undefined) return `id ${owner.operationId}`
  if (target === undefined || item.span.parentSpanId === undefined) return undefined
  return `under ${item.span.traceId}${item.span.parentSpanId} ${target}`
}

function cutAtBoundaries(
  group: readonly Try[],
  subKeyOf: (of: Try) => string,
  { tree, boundaries, members }: OperationContext,
): Operation[] {
  if (group.length === 1) return [{ tries: group, outermost: group, subKeyOf }]
  members.fill(group)
  const outermost = sortByStart(
    tree,
    group.filter((item) => nearestOuter(item, members) === undefined),
  )
  const parts: Try[][] = []
  for (const item of outermost) {
    const part = parts.at(-1)
    const last = part?.at(-1)
    if (part === undefined || last === undefined || boundaries.between(last, item)) parts.push([item])
    else part.push(item)
  }
  const [only] = parts
  if (only !== undefined && parts.length === 1) return [{ tries: group, outermost: only, subKeyOf }]
  members.fill(group)
  const triesOf = new Map<Try, Try[]>()
  const operations = parts.map((part) => {
    const tries: Try[] = []
    for (const item of part) triesOf.set(item, tries)
    return { tries, outermost: part, subKeyOf }
  })
  // Enclosing ones come first, so what encloses a try has its place already.
  for (const item of group) {
    const outer = nearestOuter(item, members)
    const tries = triesOf.get(outer ?? item)
    if (tries === undefined) continue
    tries.push(item)
    triesOf.set(item, tries)
  }
  return operations
}

/** Some tries of a run. */
type Members = Pick<ReadonlySet<Try>, 'has' | 'size'>

/** The nearest enclosing try that is a member. */
export function nearestOuter(item: Try, members: Members): Try | undefined {
  if (members.size === 1 && members.has(item)) return undefined
  for (let outer = item.outer; outer !== undefined; outer = outer.outer) if (members.has(outer)) return outer
  return undefined
}
