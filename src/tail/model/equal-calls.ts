import type { DisjointSets } from './disjoint-sets.ts'
import { foundOnce } from './found-once.ts'
import { groupBy } from './group-by.ts'
import type { OperationContext } from './operation.ts'
import { endedBefore, sortByStart } from './order.ts'
import { isPolling } from './repeats.ts'
import { TieTable } from './tie-table.ts'
import { isFingerprinted, operationIdOf, type Try } from './try.ts'

/**
 * (c): the same tool with the same arguments goes on with the operation of an earlier call that did not succeed.
 * Of an operation that has an id only its outermost tries speak: what it does inside is its own affair.
 */
export function joinEqualCalls(
  tries: readonly Try[],
  sets: DisjointSets,
  { tree, boundaries, turns }: OperationContext,
): void {
  for (const equal of groupEqual(tries, isHead, viewsAbove)) {
    sortByStart(tree, equal)
    if (isPolling(equal)) continue
    for (let index = 1; index < equal.length; index++) {
      const item = equal[index - 1]
      const next = equal[index]
      if (item === undefined || next === undefined || !endedBefore(tree, item.span, next.span)) continue
      const isRepeat = !boundaries.between(item, next) && !turns.wantedByOneTurn(item, next)
      if (isRepeat) sets.join(item.index, next.index)
    }
  }
}

/**
 * Of the tries that count, calls of one tool with equal arguments, for each value of `keyOf`. Only groups of two or
 * more: most calls have no equal, and no key is made for them.
 */
export function groupEqual(
  tries: readonly Try[],
  counts: (item: Try) => boolean,
  keyOf: (call: Try) => number,
): Try[][] {
  const equal: Try[][] = []
  for (const alike of alikeAmong(tries)) {
    // A copy as large as it has to be: engines make room for many where one is put in after the other.
    const group = alike.every(counts) ? alike.slice() : alike.filter(counts)
    if (group.length < 2) continue
    if (isOfOneKey(group, keyOf)) equal.push(group)
    else equal.push(...groupBy(group, (call) => `${keyOf(call)} ${call.span.tool}`).filter(isOfSeveral))
  }
  return equal
}

/** Calls with equal arguments, of whichever tools: two or more. Worked out once a run. */
const alikeAmong = foundOnce((tries: readonly Try[]): readonly (readonly Try[])[] => {
  // A map of all texts would be large, and most of them are there once.
  const firsts = new TieTable()
  /** By the first one: which group it is. */
  const groups = new Int32Array(tries.length)
  const alike: Try[][] = []
  for (let index = 0; index < tries.length; index++) {
    const call = tries[index]
    const { fingerprint } = call?.span ?? {}
    if (call === undefined || fingerprint === undefined || !isFingerprinted(call)) continue
    const at = firsts.first(0, fingerprint, index)
    const first = tries[at]
    if (at === index || first === undefined) continue
    const group = alike[(groups[at] ?? 0) - 1]
    if (group === undefined) groups[at] = alike.push([first, call])
    else group.push(call)
  }
  // Two texts may have one place in the table.
  return alike.flatMap((group) =>
    isOfOneInput(group) ? [group] : groupBy(group, ({ span }) => span.fingerprint).filter(isOfSeveral),
  )
})

function isOfOneInput(group: readonly Try[]): boolean {
  const input = group[0]?.span.fingerprint
  return group.every(({ span }) => span.fingerprint === input)
}

const isHead = (item: Try): boolean => !isInsideItsOwn(item)

const isOfSeveral = ({ length }: readonly Try[]): boolean => length > 1

function isOfOneKey(group: readonly Try[], keyOf: (call: Try) => number): boolean {
  const [first] = group
  if (first === undefined) return true
  const key = keyOf(first)
  return group.every((call) => call.span.tool === first.span.tool && keyOf(call) === key)
}

/** Within another try of the operation whose id it carries. */
function isInsideItsOwn(item: Try): boolean {
  const id = operationIdOf(item)
  if (id === undefined) return false
  for (let { outer } = item; outer !== undefined; outer = outer.outer)
    if (operationIdOf(outer) === id) return true
  return false
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
