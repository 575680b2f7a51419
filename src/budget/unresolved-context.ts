import type { ErrorContext } from '../outcome/envelope/error-context.ts'
import type { Exhaustion } from '../semconv/attributes/budget.ts'
import type { Budget } from './budget.ts'
import { OUTCOME_UNKNOWN } from './cut-off.ts'
import type { Failure } from './failure.ts'
import { waitHintMs } from './next-step.ts'

const WHY: Readonly<Record<Exhaustion, string>> = {
  attempts: 'no attempts are left',
  deadline: 'no time is left for another attempt',
  shared_budget: 'the budget that it shares has no attempts left',
  throttled: 'repeats are held back',
  cancelled: 'the caller stopped it',
}

/** The longest text of a failure that the message repeats. */
const REPEATED_TEXT_LENGTH = 500

/**
 * The whole error context of a recovery that ends without a result (REQ-4, REQ-5, REQ-19). What nobody stated stays
 * absent.
 * @param by what spent the budget; nothing where it is not spent, and the failure may not be repeated
 */
export function unresolvedContext(
  budget: Budget,
  by: Exhaustion | undefined,
  last: Failure,
  attemptCount: number,
  elapsedMs: number,
): ErrorContext {
  const { outcome } = last
  const context: ErrorContext = {
    errorCategory: outcome.category ?? 'other',
    isRetryable: false,
    message: by === undefined ? last.text : sentence(budget, by, last, attemptCount, elapsedMs),
    attemptCount,
    elapsedMs,
    operationId: budget.ledger.operationId,
  }
  if (by !== undefined) context.budgetExhausted = true
  if (outcome.status === 'indeterminate') context.status = 'indeterminate'
  if (outcome.code !== undefined) context.errorCode = outcome.code
  const retryAfterMs = waitHintMs(last, budget)
  if (retryAfterMs !== undefined) context.retryAfterMs = Math.ceil(retryAfterMs)
  addEvidence(context, budget)
  if (outcome.status === 'indeterminate' && budget.statusCheck !== undefined) {
    context.statusCheck ??= budget.statusCheck
  }
  return context
}

function addEvidence(context: ErrorContext, budget: Budget): void {
  const { evidence } = budget
  if (!evidence) return
  context.attemptedSteps = evidence.steps.map((step) => ({ ...step }))
  const { partialResults, unresolvedSources, attemptedQuery, alternatives, statusCheck } = evidence
  if (attemptedQuery !== undefined) context.attemptedQuery = attemptedQuery
  if (alternatives !== undefined) context.alternatives = alternatives
  if (statusCheck !== undefined) context.statusCheck = statusCheck
  const own = partialResults.size === 1 ? partialResults.get(budget.owner) : undefined
  if (own) context.partialResults = [...own]
  else if (partialResults.size > 0) context.partialResults = Object.fromEntries(partialResults)
  if (unresolvedSources.size > 0) context.unresolvedSources = [...unresolvedSources]
}

function sentence(
  budget: Budget,
  by: Exhaustion,
  last: Failure,
  attemptCount: number,
  elapsedMs: number,
): string {
  const tries = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`
  const text = last.text || last.word
  const said =
    text.length > REPEATED_TEXT_LENGTH
      ? `${text.slice(0, REPEATED_TEXT_LENGTH)}…`
      : text.replace(/[.\s]+$/, '')
  const isSaid = last.outcome.status !== 'indeterminate' || text.endsWith(OUTCOME_UNKNOWN)
  const unknown = isSaid ? '' : ` ${OUTCOME_UNKNOWN}`
  return `${budget.owner} gave up after ${tries} in ${elapsedMs} ms: ${WHY[by]}. Last failure: ${said}.${unknown}`
}
