import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { mayFollow } from '../model/order.ts'
import { hasRunEnded } from '../model/run-end.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation, titleOf } from './draft/about-operation.ts'
import { operationOf } from './draft/operation-of.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const gaveUpEarlyPage: RulePage = {
  summary: 'A transient failure of a read went up unrepeated although tries and time were left.',
  meaning: 'The agent goes on without an answer that one more try would probably have brought.',
  example:
    'The first request fails with 503 after 400 ms. Three tries and ten seconds were allowed, but the failure goes up at once.',
  quietWhen:
    'The deadline was reached, or would be by the wait that was asked for; the user cancelled; somebody above repeated it, or may have; the run goes on; a write.',
  fix: 'Repeat transient failures of reads within the budget; recover() does.',
  severities: 'info',
}

/** A failure that a repeat might have cured went up unrepeated. */
export const gaveUpEarly: OperationRule = Object.freeze({
  id: 'gave-up-early',
  scope: 'operation',
  // Its budget may have its limit from another span, or from the budget around it.
  isCue: (span: SpanFacts) => span.failed && span.budget !== undefined,
  isPending(span: SpanFacts, judged: JudgedRun) {
    const operation = operationOf(span, judged)
    return operation !== undefined && idleBudgetsOf(operation).length > 0
  },
  check(judged: JudgedOperation): readonly Draft[] {
    const idle = idleBudgetsOf(judged).find(
      ({ tries: [only] }) => only !== undefined && !mayGoOn(only.span, judged),
    )
    const last = idle?.tries.at(-1)
    if (idle?.maxAttempts === undefined || last === undefined) return []
    const owner = nameOfOwner({ budgets: [idle] })
    return [
      aboutOperation(judged, {
        severity: 'info',
        summary: `${owner} gave up on ${titleOf(judged)} after its first try, though the failure was transient and ${idle.maxAttempts} tries were allowed`,
        anchor: last.span,
        evidence: [{ span: last.span, says: 'a transient failure that nobody repeated' }],
        basis: idle.basis,
        fix: `let ${owner} repeat transient failures of reads while tries and time are left`,
        attempts: idle.tries.length,
      }),
    ]
  },
} as const)

/** Of an operation that failed and that nobody repeated the budgets with a failure that a repeat might have cured. */
function idleBudgetsOf(judged: JudgedOperation): readonly Budget[] {
  const budgets = judged.layers.flatMap((layer) => layer.budgets)
  if (judged.hasRecovered !== false || budgets.some(hasRepeated)) return []
  return budgets.filter((budget) => hasGivenUp(budget, judged))
}

function hasRepeated(budget: Budget): boolean {
  return budget.tries.length > 1
}

function hasGivenUp(budget: Budget, judged: JudgedOperation): boolean {
  const last = budget.tries.at(-1)
  if (budget.id === undefined || budget.maxAttempts === undefined || last === undefined) return false
  if (budget.tries.length >= budget.maxAttempts || !isTransient(last)) return false
  const { tree } = judged.run
  const around = [
    ...last.spans,
    ...judged.operation.outermost.map(({ span }) => span),
    ...tree.ancestorsOf(last.span),
  ]
  const isEnded = around.some(
    (span) => span.budget?.exhaustedBy !== undefined || span.result?.status === 'cancelled',
  )
  const effect = around.find((span) => span.effect !== undefined)?.effect
  return !isEnded && effect === 'read' && hasTimeLeft(budget, last.span)
}

function isTransient({ failed, span: { errorCategory, retryable, endMs } }: Try): boolean {
  return failed && errorCategory === 'transient' && retryable !== false && endMs !== undefined
}

/** Time for another try, after the wait that the server asked for. */
function hasTimeLeft({ deadlineMs, opener, tries }: Budget, last: SpanFacts): boolean {
  const start = opener ?? tries[0]?.span
  if (deadlineMs === undefined || start === undefined || start.service !== last.service) return true
  return (last.endMs ?? last.startMs) + (last.retryAfterMs ?? 0) < start.startMs + deadlineMs
}

/**
 * Whether somebody may still repeat it, or may have done so unseen: the run goes on, its root is missing, or the
 * tool was called again with arguments that are not in the trace.
 */
function mayGoOn(last: SpanFacts, { run, operation, tool, isOver }: JudgedOperation): boolean {
  if (!hasRunEnded(last, run, isOver)) return true
  const own = new Set(operation.tries.flatMap(({ spans }) => spans))
  return run.tree.spans.some(
    (span) =>
      span.role === 'tool' &&
      span.tool === tool &&
      span.fingerprint === undefined &&
      !own.has(span) &&
      mayFollow(run.tree, last, span),
  )
}
