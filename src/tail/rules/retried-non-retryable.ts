import type { SpanFacts } from '../facts/span-facts.ts'
import { succeeded } from '../model/boundary.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation } from './draft/about-operation.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, OperationRule } from './rule.ts'

/** The same input goes out again after a refusal that time does not change. */
export const retriedNonRetryable: OperationRule = Object.freeze({
  id: 'retried-non-retryable',
  summary: 'The same input was sent again after a failure that was not retryable.',
  meaning: 'Each repeat costs time and money and can only end as the first one did.',
  quietWhen:
    'The input changed; new credentials came (one repeat after a 401 that succeeds); it was not retryable only because a budget was spent; the outcome was indeterminate.',
  fix: 'Repeat transient failures only; recover() does. Change the input, ask for access, or hand the reason on.',
  severities: 'warning',
  scope: 'operation',
  isCue: isFinal,
  check(judged: JudgedOperation): readonly Draft[] {
    return judged.layers.flatMap((layer) => layer.budgets).flatMap((budget) => draft(judged, budget) ?? [])
  },
} as const)

function draft(judged: JudgedOperation, budget: Budget): Draft | undefined {
  const repeats = budget.tries.filter((item, index) => {
    const before = budget.tries[index - 1]
    return before !== undefined && isFutile(before, item)
  })
  const [first] = repeats
  const refused = budget.tries[budget.tries.indexOf(first as Try) - 1]
  if (first === undefined || refused === undefined) return undefined
  const why = refused.span.errorCategory ?? 'final'
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${nameOfOwner({ budgets: [budget] })} sent ${judged.name} again unchanged after a ${why} failure, ${repeats.length === 1 ? 'once' : `${repeats.length} times`}`,
    anchor: first.span,
    evidence: [
      ...repeats.map((item) => ({ span: item.span, says: 'sent again with the same input' })),
      { span: refused.span, says: `refused (${why})` },
    ],
    basis: budget.basis,
    fix: `let ${nameOfOwner({ budgets: [budget] })} repeat transient failures only; a ${why} failure needs ${NEEDS[why] ?? 'another call'}`,
    attempts: budget.tries.length,
  })
}

const NEEDS: Readonly<Record<string, string>> = {
  validation: 'changed input',
  permission: 'access',
  business: 'an explanation to the user',
}

function isFutile(before: Try, later: Try): boolean {
  if (!isFinal(before.span) || isRenewed(before, later)) return false
  const a = before.span.fingerprint
  const b = later.span.fingerprint
  return a === undefined || b === undefined || a === b
}

/** A refusal that the same call will meet again. Spent budgets and unknown outcomes are other rules' matters. */
function isFinal({
  failed,
  result,
  budget,
  errorCategory,
  retryable,
  isCategoryInferred,
}: SpanFacts): boolean {
  if (!failed || result?.status === 'indeterminate' || budget?.exhaustedBy !== undefined) return false
  if (isCategoryInferred === true || retryable === true) return false
  const isRefusal =
    errorCategory === 'validation' || errorCategory === 'permission' || errorCategory === 'business'
  return isRefusal || (errorCategory === 'other' && retryable === false)
}

function isRenewed(before: Try, later: Try): boolean {
  const isUnauthorised = before.span.http?.status === 401 || before.span.errorCode === '401'
  return isUnauthorised && succeeded(later)
}
