import type { DisjointSets } from './disjoint-sets.ts'
import { groupBy, isFingerprinted, nearestOuter, type OperationContext, operationIdOf } from './operation.ts'
import { endedBefore } from './order.ts'
import { isPolling } from './repeats.ts'
import { byStart } from './span-order.ts'
import type { Try } from './try.ts'

/**
 * (c): the same tool with the same arguments goes on with the operation of an earlier call that did not succeed.
 * Of an operation that has an id only its outermost tries speak: what it does inside is its own affair.
 */
export function joinEqualCalls(
  tries: readonly Try[],
  sets: DisjointSets<Try>,
  { tree, boundaries, turns }: OperationContext,
): void {
  const byId = new Map<string, Set<Try>>()
  for (const item of tries) {
    const id = operationIdOf(item)
    if (id !== undefined) byId.set(id, (byId.get(id) ?? new Set()).add(item))
  }
  const heads = tries.filter((item) => {
    const own = byId.get(operationIdOf(item) ?? '')
    return isFingerprinted(item) && (own === undefined || nearestOuter(item, own) === undefined)
  })
  for (const equal of groupBy(
    heads,
    (item) => `${viewsAbove(item)} ${item.span.tool} ${item.span.fingerprint}`,
  )) {
    equal.sort((a, b) => byStart(a.span, b.span))
    if (isPolling(equal)) continue
    for (const [index, item] of equal.entries()) {
      const next = equal[index + 1]
      if (next === undefined || !endedBefore(tree, item.span, next.span)) continue
      const isRepeat = !boundaries.between(item, next) && !turns.wantedByOneTurn(item, next)
      if (isRepeat) sets.join(item, next)
    }
  }
}

/**
 * How many enclosing calls are the same one: a framework's span and the MCP client's are two views of it, and each
 * is compared with its like.
 */
function viewsAbove({ span, outer }: Try): number {
  let count = 0
  for (let at = outer; at !== undefined; at = at.outer) {
    if (at.span.tool === span.tool && at.span.fingerprint === span.fingerprint) count += 1
  }
  return count
}
