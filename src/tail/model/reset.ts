import type { Boundaries } from './boundary.ts'
import type { Budget } from './budget.ts'
import type { LayerOfBudgets } from './layer.ts'
import { compareStarts, endedBefore, mayFollow } from './order.ts'
import { putInOrder } from './span-order.ts'
import { statedIn } from './stated.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** A budget that was opened for an operation after an earlier one of the same layer had ended in failure. */
export interface Reset {
  readonly opened: Budget
  readonly spent: Budget
}

/** Earlier budgets beyond this many are not searched for the one that was spent. */
const MAX_EARLIER = 64

const NO_RESETS: readonly Reset[] = []

/** Finds the resets of one layer, in the order in which the new budgets were opened. */
export function findResets(layer: LayerOfBudgets, tree: SpanTree, boundaries: Boundaries): readonly Reset[] {
  if (layer.budgets.length < 2) return NO_RESETS
  const sorted = putInOrder([...layer.budgets], (a, b) => compareBudgets(tree, a, b))
  const resets: Reset[] = []
  const covered = new Set<Budget>()
  for (let index = 0; index < sorted.length; index++) {
    const opened = sorted[index]
    if (opened === undefined || !isBudgetOfSeveral(opened)) continue
    const approver = approvedAbove(opened)
    if (approver === opened || (approver !== undefined && !covered.has(approver))) {
      if (approver !== undefined) covered.add(approver)
      continue
    }
    for (let at = index - 1; at >= Math.max(0, index - MAX_EARLIER); at--) {
      const spent = sorted[at]
      if (spent === undefined || !isSpentBefore(spent, opened, tree, boundaries)) continue
      resets.push({ opened, spent })
      break
    }
  }
  return resets
}

/** A single later try without a declared budget is no budget that could be reset, nor are several side by side. */
function isBudgetOfSeveral({ maxAttempts, hasRetried }: Budget): boolean {
  return maxAttempts === undefined ? hasRetried : maxAttempts >= 2
}

/** The approval that covers the budget: its own, or that of an enclosing one, which covers one opening a layer. */
function approvedAbove(budget: Budget): Budget | undefined {
  for (let at: Budget | undefined = budget; at !== undefined; at = at.outer) if (at.isApproved) return at
  return undefined
}

function isSpentBefore(earlier: Budget, opened: Budget, tree: SpanTree, boundaries: Boundaries): boolean {
  const last = earlier.tries.at(-1)
  const [first] = opened.tries
  if (last === undefined || first === undefined || !last.failed) return false
  // What goes on until the millisecond in which the other one starts, and began long before it, is over.
  const isOver = earlier.tries.length > 1 && mayFollow(tree, last.span, first.span)
  if (!endedBefore(tree, (isOver ? (earlier.tries[0] ?? last) : last).span, first.span)) return false
  const isOtherProvider =
    earlier.provider !== undefined && opened.provider !== undefined && earlier.provider !== opened.provider
  return !isOtherProvider && !boundaries.between(last, first) && !hasProgressed(earlier, first, tree)
}

/** Whether the operation got further although its last try failed: then a counter may start over. */
function hasProgressed(earlier: Budget, first: Try, tree: SpanTree): boolean {
  const [start] = earlier.tries
  const stated = statedIn(tree)
  const isTold = ({ spans }: Try): boolean => spans.some(({ progressCount = 0 }) => progressCount > 0)
  if (stated.progress && earlier.tries.some(isTold)) return true
  const before = start?.span.http?.lastEventId
  const after = first.span.http?.lastEventId
  if (after !== undefined && after !== before) return true
  if (!stated.answers) return false
  // Texts of errors differ for many reasons; answers differ because something moved.
  let answer: string | undefined
  let keptBefore = Number.POSITIVE_INFINITY
  for (const { failed, span } of earlier.tries) {
    const { fingerprint, partialCount = 0 } = span.result ?? {}
    if (!failed && answer !== undefined && fingerprint !== undefined && fingerprint !== answer) return true
    if (!failed) answer ??= fingerprint
    if (partialCount > keptBefore) return true
    keptBefore = partialCount
  }
  return false
}

function compareBudgets(tree: SpanTree, a: Budget, b: Budget): number {
  const [firstA] = a.tries
  const [firstB] = b.tries
  if (firstA === undefined || firstB === undefined) return 0
  return compareStarts(tree, firstA.span, firstB.span)
}
