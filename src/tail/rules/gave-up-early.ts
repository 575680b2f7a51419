import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import { aboutOperation } from './draft/about-operation.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, OperationRule } from './rule.ts'

/** A failure that a repeat might have cured went up unrepeated. */
export const gaveUpEarly: OperationRule = Object.freeze({
  id: 'gave-up-early',
  summary: 'A transient failure of a read went up unrepeated although tries and time were left.',
  meaning: 'The agent goes on without an answer that one more try would probably have brought.',
  quietWhen: 'The deadline was reached; the user cancelled; somebody above repeated it.',
  fix: 'Repeat transient failures of reads within the budget; recover() does.',
  severities: 'info',
  scope: 'operation',
  isCue: (span: SpanFacts) => span.failed && span.budget?.maxAttempts !== undefined,
  check(judged: JudgedOperation): readonly Draft[] {
    if (judged.hasRecovered !== false || judged.layers.some((layer) => layer.budgets.some(hasRepeated)))
      return []
    const budgets = judged.layers.flatMap((layer) => layer.budgets)
    const idle = budgets.find((budget) => hasGivenUp(budget, judged))
    const last = idle?.tries.at(-1)
    if (idle === undefined || last === undefined) return []
    const owner = nameOfOwner({ budgets: [idle] })
    return [
      aboutOperation(judged, {
        severity: 'info',
        summary: `${owner} gave ${judged.name} up after ${idle.tries.length} of ${idle.maxAttempts} tries, though the failure was transient`,
        anchor: last.span,
        evidence: [{ span: last.span, says: 'a transient failure that nobody repeated' }],
        basis: idle.basis,
        fix: `let ${owner} repeat transient failures of reads while tries and time are left`,
        attempts: idle.tries.length,
      }),
    ]
  },
} as const)

function hasRepeated(budget: Budget): boolean {
  return budget.tries.length > 1
}

function hasGivenUp(budget: Budget, { run: { tree }, operation }: JudgedOperation): boolean {
  const last = budget.tries.at(-1)
  if (budget.id === undefined || budget.tries.length >= (budget.maxAttempts ?? 0) || last === undefined)
    return false
  const { errorCategory, retryable, endMs } = last.span
  if (!last.failed || errorCategory !== 'transient' || retryable === false || endMs === undefined)
    return false
  const around = [...operation.outermost.map((item) => item.span), ...tree.ancestorsOf(last.span)]
  const isEnded = around.some(
    (span) => span.budget?.exhaustedBy !== undefined || span.result?.status === 'cancelled',
  )
  const effect = last.span.effect ?? around.find((span) => span.effect !== undefined)?.effect
  const start = budget.opener ?? budget.tries[0]?.span
  const isInTime =
    budget.deadlineMs === undefined || start === undefined || endMs < start.startMs + budget.deadlineMs
  return !isEnded && effect === 'read' && isInTime
}
