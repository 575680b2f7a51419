import type { SpanFacts } from '../facts/span-facts.ts'
import { succeeded } from '../model/boundary.ts'
import { weakestBasis } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { LayerOfBudgets } from '../model/layer.ts'
import { endedBefore } from '../model/order.ts'
import { isPolling } from '../model/repeats.ts'
import { asksElsewhere } from '../model/target.ts'
import { inputOf, operationIdOf, type Try } from '../model/try.ts'
import { aboutOperation, titleOf } from './draft/about-operation.ts'
import { sayCategory } from './draft/category.ts'
import { describeLayer } from './draft/layers.ts'
import { nameOfOwner, settingToFilter } from './draft/owner.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const retriedNonRetryablePage: RulePage = {
  summary: 'The same input was sent again after a failure that was not retryable.',
  meaning: 'Each repeat costs time and money and can only end as the first one did.',
  example: '`read_file` answers "permission denied". The agent calls it twice more with the same path.',
  quietWhen:
    'The input changed, or may have; new credentials came (one repeat after a 401 that succeeds); it was not retryable only because a budget was spent; the outcome was indeterminate; a write lies between; a poller.',
  fix: 'Repeat transient failures only; recover() does. Change the input, ask for access, or hand the reason on.',
  severities: 'warning',
}

/** The same input goes out again after a refusal that time does not change. */
export const retriedNonRetryable: OperationRule = Object.freeze({
  id: 'retried-non-retryable',
  scope: 'operation',
  isCue: isFinal,
  check(judged: JudgedOperation): readonly Draft[] {
    return judged.layers.flatMap((layer) => draft(judged, layer) ?? [])
  },
} as const)

interface Repeat {
  readonly refused: Try
  readonly again: Try
}

function draft(judged: JudgedOperation, layer: LayerOfBudgets): Draft | undefined {
  const repeats = layer.budgets.flatMap(({ tries }) => repeatsAmong(tries, judged))
  const [first] = repeats
  if (first === undefined) return undefined
  const category = first.refused.span.errorCategory ?? 'other'
  const owner = nameOfOwner(layer)
  const filter = settingToFilter(layer)
  const how = filter === undefined ? '' : ` (${filter})`
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${owner} repeated ${titleOf(judged)} ${sayTimes(repeats.length)} with the same input after ${sayCategory(category)}`,
    anchor: first.again.span,
    evidence: [
      ...repeats.map(({ again }) => ({ span: again.span, says: 'sent again with the same input' })),
      { span: first.refused.span, says: `refused (${category})` },
    ],
    basis: weakestBasis(layer.budgets),
    fix: `let ${owner} repeat transient failures only${how}: ${NEEDS[category]}`,
    attempts: layer.tries.length,
    layers: [describeLayer(layer)],
    ...wasteOf(
      repeats.map(({ again }) => again.span),
      judged.run.tree,
    ),
  })
}

const NEEDS = {
  transient: 'this one does not pass with time',
  validation: 'a validation error needs changed input',
  permission: 'a permission error needs access',
  business: 'a business error needs an explanation to the user',
  other: 'this one does not pass with time',
} as const

const TIMES = ['', 'once', 'twice']

const sayTimes = (count: number): string => TIMES[count] ?? `${count} times`

function repeatsAmong(tries: readonly Try[], judged: JudgedOperation): Repeat[] {
  if (isPolling(tries)) return []
  return tries.flatMap((again, index) => {
    const refused = tries[index - 1]
    return refused !== undefined && isFutile(refused, again, judged) ? [{ refused, again }] : []
  })
}

/** A later try that overlaps the refused one is no answer to it, nor is one that the model wanted from the start. */
function isFutile(refused: Try, again: Try, judged: JudgedOperation): boolean {
  const { run, boundaries, turns } = judged
  return (
    isFinal(refused.span) &&
    endedBefore(run.tree, refused.span, again.span) &&
    hasSameInput(refused, again) &&
    !asksElsewhere(refused, again, judged.operation.tries) &&
    !isRenewed(refused, again) &&
    !turns.wantedByOneTurn(refused, again) &&
    !boundaries.changedBetween(refused, again)
  )
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

/**
 * Whether two tries of one budget sent the same, as far as the spans say. After a validation error an owner may
 * revise its input, so there only the input itself counts; a request without a body shows it in its URL.
 */
function hasSameInput(refused: Try, again: Try): boolean {
  const before = inputOf(refused)
  const after = inputOf(again)
  if (before !== undefined && after !== undefined) return before === after
  const { http, errorCategory } = refused.span
  if (http !== undefined && (http.method === 'GET' || http.method === 'HEAD')) return true
  if (http?.sequenceBy !== undefined && (again.span.http?.sequence ?? 0) > 0) return true
  if (errorCategory === 'validation') return false
  return again.number !== undefined || operationIdOf(again) !== undefined
}

/** Access that came in between, or a conflict that resolved itself: the repeat that works shows it. */
function isRenewed({ span: { errorCategory, http } }: Try, again: Try): boolean {
  return succeeded(again) && (errorCategory === 'permission' || http?.status === 409)
}
