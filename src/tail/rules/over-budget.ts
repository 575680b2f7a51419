import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation } from './draft/about-operation.ts'
import { sayDuration } from './draft/duration.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, OperationRule } from './rule.ts'

/** More was spent than a budget declares. */
export const overBudget: OperationRule = Object.freeze({
  id: 'over-budget',
  summary: 'More tries were made than a budget declares, or one was started past its deadline.',
  meaning:
    'The limit is not what it says: three retries were counted as three tries, or the clock was started over.',
  quietWhen: 'The try was never started; it started in time and ended late.',
  fix: 'Count the first try, and measure the deadline from the start of the first owner.',
  severities: 'warning',
  scope: 'operation',
  isCue: (span: SpanFacts) => (span.attempt ?? 0) > 1,
  check(judged: JudgedOperation): readonly Draft[] {
    return judged.layers.flatMap((layer) => layer.budgets).flatMap((budget) => draft(judged, budget) ?? [])
  },
} as const)

function draft(judged: JudgedOperation, budget: Budget): Draft | undefined {
  if (budget.id === undefined) return undefined
  const owner = nameOfOwner({ budgets: [budget] })
  const extra = budget.maxAttempts === undefined ? undefined : budget.tries[budget.maxAttempts]
  if (extra !== undefined) {
    const summary = `${owner} made ${budget.tries.length} tries of ${judged.name} where ${budget.maxAttempts} are allowed`
    return about(
      judged,
      budget,
      extra,
      summary,
      `count the first try: ${owner} allows ${budget.maxAttempts} tries in all`,
    )
  }
  const late = budget.tries.find((item) => isPastDeadline(budget, item))
  if (late === undefined) return undefined
  const summary = `${owner} started a try of ${judged.name} after its ${sayDuration(budget.deadlineMs ?? 0)} were over`
  return about(
    judged,
    budget,
    late,
    summary,
    `let ${owner} look at the clock of its budget before it starts a try`,
  )
}

function about(judged: JudgedOperation, budget: Budget, at: Try, summary: string, fix: string): Draft {
  return aboutOperation(judged, {
    severity: 'warning',
    summary,
    anchor: at.span,
    evidence: [{ span: at.span, says: 'beyond what the budget allows' }],
    basis: budget.basis,
    fix,
    attempts: budget.tries.length,
  })
}

/** Clocks of two services are not compared: the budget's own span, else its first try, has to be of the same one. */
function isPastDeadline(budget: Budget, item: Try): boolean {
  const start = budget.opener ?? budget.tries[0]?.span
  if (budget.deadlineMs === undefined || start === undefined || start.service !== item.span.service)
    return false
  return item.span.startMs > start.startMs + budget.deadlineMs
}
