import type { SpanFacts } from '../facts/span-facts.ts'
import { groupBy } from '../model/group-by.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { endedBefore } from '../model/order.ts'
import { byStart } from '../model/span-order.ts'
import type { SpanTree } from '../model/tree.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayCategory } from './draft/category.ts'
import { operationOf } from './draft/operation-of.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const categoryLostPage: RulePage = {
  summary: 'An error has no category, though the error below it had one, or though nothing maps it.',
  meaning:
    'The agent cannot tell whether to wait, to change its input, to ask for access or to give up, so it guesses, mostly by trying again.',
  example:
    'The vault answers 403. `read_secret` passes on "tool failed", and the agent tries again, since it might have been the network.',
  quietWhen:
    'The error states a category, or its type or status maps to one; the call was cancelled; an error below lost it already; what had failed below was made good.',
  fix: 'Pass category and retryability on: failed({ errorCategory, isRetryable, message }).',
  severities: 'warning; info when nothing had one; once an operation',
}

/** An error says less than the one below it knew. */
export const categoryLost: RunRule = Object.freeze({
  id: 'category-lost',
  scope: 'run',
  isCue: lacksCategory,
  check(judged: JudgedRun): readonly Draft[] {
    const losses: Loss[] = []
    for (const span of judged.tree.spans) {
      const loss = lossAt(span, judged)
      if (loss !== undefined) losses.push(loss)
    }
    losses.sort(byLoss)
    // What each try of an operation does alike is said once.
    return groupBy(
      losses,
      ({ span, knew }) =>
        `${span.service} ${nameOfCall(span)} ${knew?.errorCategory} ${keyOf(operationOf(span, judged), span)}`,
    ).flatMap((alike) => draft(alike, judged) ?? [])
  },
} as const)

interface Loss {
  readonly span: SpanFacts
  /** The failure below that had a category. */
  readonly knew: SpanFacts | undefined
}

function lossAt(span: SpanFacts, judged: JudgedRun): Loss | undefined {
  if (!lacksCategory(span) || isShownAbove(span, judged, lacksCategory)) return undefined
  const { knew, isToldBelow } = failuresBelow(span, judged.tree)
  return knew === undefined && (isToldBelow || span.role !== 'tool') ? undefined : { span, knew }
}

function byLoss(a: Loss, b: Loss): number {
  return byStart(a.span, b.span)
}

function keyOf(judged: JudgedOperation | undefined, span: SpanFacts): string {
  const first = judged?.operation.outermost[0]?.span ?? span
  return first.traceId + first.spanId
}

function draft(alike: readonly Loss[], judged: JudgedRun): Draft | undefined {
  const [loss, ...others] = alike
  if (loss === undefined) return undefined
  const { span, knew } = loss
  const name = nameOfCall(span)
  const times = others.length === 0 ? '' : ` ${alike.length} times`
  return aboutCall(span, judged, {
    severity: knew === undefined ? 'info' : 'warning',
    summary:
      knew === undefined
        ? `${name} failed${times}, and nothing says what kind of failure it is`
        : `${name} failed${times} without saying why, though the failure below it was ${sayCategory(knew.errorCategory ?? 'other')}`,
    evidence: [
      { span, says: 'an error without a category' },
      ...(knew === undefined ? [] : [{ span: knew, says: `failed (${knew.errorCategory})` }]),
      ...others.map((other) => ({ span: other.span, says: 'without a category as well' })),
    ],
    fix: `let ${name} pass on why it failed, for example with failed({ errorCategory, isRetryable, message })`,
    recovered: operationOf(span, judged)?.hasRecovered,
    ...(others.length === 0 ? {} : { attempts: alike.length }),
  })
}

/** Only spans that are about calls promise a category: a tool's, and those that carry names of ours. */
function lacksCategory(span: SpanFacts): boolean {
  const { role, layer, attempt, failed, result, errorCategory, isCategoryInferred } = span
  const isAboutCalls = role === 'tool' || layer !== undefined || attempt !== undefined
  if (!isAboutCalls || role === 'http' || role === 'model' || !failed) return false
  if (result?.status === 'indeterminate' || result?.status === 'cancelled') return false
  return errorCategory === undefined || isCategoryInferred === true
}

interface Below {
  /** The nearest failure that had a category. */
  readonly knew: SpanFacts | undefined
  /** A failure that lost its category itself: that is where it has to be passed on first. */
  readonly isToldBelow: boolean
}

function failuresBelow(span: SpanFacts, tree: SpanTree): Below {
  let knew: SpanFacts | undefined
  let isToldBelow = false
  tree.walkDown(span, (at) => {
    if (knew !== undefined) return false
    if (!at.failed) return at.role === 'other' && at.attempt === undefined
    if (isMadeGood(at, tree)) return false
    if (at.errorCategory !== undefined && at.isCategoryInferred !== true) knew = at
    else if (!lacksCategory(at) || (at.tool !== undefined && at.tool === span.tool)) return true
    else isToldBelow = true
    return false
  })
  return { knew, isToldBelow }
}

/** Something of its kind, asked after it, answered: then it is not why the call failed. */
function isMadeGood(failed: SpanFacts, tree: SpanTree): boolean {
  const parent = tree.parentOf(failed)
  if (parent === undefined) return false
  return tree
    .childrenOf(parent)
    .some((other) => !other.failed && other.role === failed.role && endedBefore(tree, failed, other))
}
