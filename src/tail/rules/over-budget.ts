import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { LayerOfBudgets } from '../model/layer.ts'
import { endedBefore, sortByStart } from '../model/order.ts'
import { asksElsewhere, requestTarget } from '../model/target.ts'
import { inputOf, type Try } from '../model/try.ts'
import { aboutOperation, titleOf } from './draft/about-operation.ts'
import { sayDuration } from './draft/duration.ts'
import { describeLayer } from './draft/layers.ts'
import { nameOfOwner } from './draft/owner.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const overBudgetPage: RulePage = {
  summary: 'More tries were made than a budget declares, or one was started past its deadline.',
  meaning:
    'The limit is not what it says: three retries were counted as three tries, or the clock was started over.',
  example: '`maxAttempts: 3` was read as three retries, and a fourth try is made.',
  quietWhen:
    'The try was never started; it started in time and ended late; it is the first try of something else that shares the budget.',
  fix: 'Count the first try, and measure the deadline from the start of the first owner.',
  severities: 'warning',
}

/** More was spent than a budget declares. */
export const overBudget: OperationRule = Object.freeze({
  id: 'over-budget',
  scope: 'operation',
  isCue: isLaterTry,
  check(judged: JudgedOperation): readonly Draft[] {
    return judged.layers.flatMap((layer) => {
      // One for a layer: what one budget of it does wrong, the others do as well.
      const drafts = layer.budgets.flatMap((budget) => draft(judged, budget, layer) ?? [])
      return drafts.slice(0, 1)
    })
  },
} as const)

function isLaterTry({ attempt = 0 }: SpanFacts): boolean {
  return attempt > 1
}

function draft(judged: JudgedOperation, budget: Budget, layer: LayerOfBudgets): Draft | undefined {
  if (budget.id === undefined) return undefined
  return draftOfTooMany(judged, budget, layer) ?? draftOfTooLate(judged, budget, layer)
}

function draftOfTooMany(judged: JudgedOperation, budget: Budget, layer: LayerOfBudgets): Draft | undefined {
  const { maxAttempts } = budget
  if (maxAttempts === undefined || budget.tries.length <= maxAttempts) return undefined
  const charged = chargedTries(budget, judged)
  const extra = charged[maxAttempts]
  if (extra === undefined) return undefined
  const owner = nameOfOwner({ budgets: [budget] })
  const title = titleOf(judged)
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${owner} tried ${title} ${charged.length} times, though its budget allows ${sayTries(maxAttempts)}`,
    anchor: extra.span,
    evidence: [{ span: extra.span, says: `try ${maxAttempts + 1} of ${maxAttempts}` }],
    basis: budget.basis,
    fix: `let ${owner} count the first try as one of its ${maxAttempts}: ${sayRetries(maxAttempts - 1)} at most`,
    attempts: charged.length,
    layers: [describeLayer(layer)],
    ...wasteOf(
      charged.slice(maxAttempts).map((item) => item.span),
      judged.run.tree,
    ),
  })
}

function draftOfTooLate(judged: JudgedOperation, budget: Budget, layer: LayerOfBudgets): Draft | undefined {
  const { deadlineMs } = budget
  if (deadlineMs === undefined) return undefined
  const late = budget.tries.find((item) => isPastDeadline(budget, deadlineMs, item))
  if (late === undefined) return undefined
  const owner = nameOfOwner({ budgets: [budget] })
  const title = titleOf(judged)
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${owner} started another try of ${title} after its deadline of ${sayDuration(deadlineMs)} had passed`,
    anchor: late.span,
    evidence: [{ span: late.span, says: `started after the deadline of ${sayDuration(deadlineMs)}` }],
    basis: budget.basis,
    fix: `let ${owner} check the time that is left of its ${sayDuration(deadlineMs)} before it starts a try`,
    attempts: budget.tries.length,
    layers: [describeLayer(layer)],
    ...wasteOf([late.span], judged.run.tree),
  })
}

const sayRetries = (count: number): string => (count === 1 ? '1 retry' : `${count} retries`)

const sayTries = (count: number): string => (count === 1 ? '1 try' : `${count} tries`)

/**
 * The tries that the budget pays for, in order. Spans that repeat a number show a try that is known already. Of a
 * nested owner that inherits the budget the first try is always allowed (design.md section 6): it counts only as a
 * repeat of one that failed before.
 */
function chargedTries({ tries, id }: Budget, judged: JudgedOperation): Try[] {
  const seen = new Set<string>()
  const charged: Try[] = []
  for (const item of sortByStart(judged.run.tree, [...tries])) {
    const key = `${item.number} ${item.budgetId}`
    if (item.number !== undefined && seen.has(key)) continue
    seen.add(key)
    const isNestedFirst = item.number === 1 && item.budgetId !== id && charged.length > 0
    if (isNestedFirst && !charged.some((before) => isRepeatOf(before, item, judged))) continue
    charged.push(item)
  }
  return charged
}

function isRepeatOf(before: Try, item: Try, { run, operation }: JudgedOperation): boolean {
  if (!before.failed || !endedBefore(run.tree, before.span, item.span)) return false
  const isOther =
    areOther(before.span.tool, item.span.tool) ||
    areOther(inputOf(before), inputOf(item)) ||
    areOther(requestTarget(before), requestTarget(item))
  return !isOther && !asksElsewhere(before, item, operation.tries)
}

function areOther(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b
}

/**
 * A first try is always allowed, however late. Clocks of two services are not compared: the budget's own span, else its
 * first try, has to be of the same one.
 */
function isPastDeadline(budget: Budget, deadlineMs: number, item: Try): boolean {
  if (!item.spans.some(isLaterTry)) return false
  const start = budget.opener ?? budget.tries[0]?.span
  if (start === undefined || start.service !== item.span.service) return false
  return item.span.startMs > start.startMs + deadlineMs
}
