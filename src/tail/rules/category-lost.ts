import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import type { Draft, SpanRule } from './rule.ts'

/** An error says less than the one below it knew. */
export const categoryLost: SpanRule = Object.freeze({
  id: 'category-lost',
  summary: 'An error has no category, though the error below it had one, or though nothing maps it.',
  meaning:
    'The agent cannot tell whether to wait, to change its input, to ask for access or to give up, so it guesses, mostly by trying again.',
  quietWhen: 'The error states a category, or its type or status maps to one; the call was cancelled.',
  fix: 'Pass category and retryability on: failed({ errorCategory, isRetryable, message }).',
  severities: 'warning; info when nothing had one',
  scope: 'span',
  isCue: lacksCategory,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!lacksCategory(span) || isShownAbove(span, judged, lacksCategory)) return undefined
    const knew = findKnowing(span, judged)
    const name = nameOfCall(span)
    if (knew === undefined && span.role !== 'tool') return undefined
    return aboutCall(span, judged, {
      severity: knew === undefined ? 'info' : 'warning',
      summary:
        knew === undefined
          ? `${name} failed, and nothing says why`
          : `${name} failed without saying why, though the error below it was ${knew.errorCategory}`,
      evidence: [
        { span, says: 'an error without a category' },
        ...(knew === undefined ? [] : [{ span: knew, says: `failed (${knew.errorCategory})` }]),
      ],
      fix: `let ${name} pass on why it failed, for example with failed({ errorCategory, isRetryable, message })`,
    })
  },
} as const)

/** Only spans that are about calls promise a category: a tool's, and those that carry names of ours. */
function lacksCategory(span: SpanFacts): boolean {
  const { role, layer, attempt, failed, result, errorCategory, isCategoryInferred } = span
  const isAboutCalls = role === 'tool' || layer !== undefined || attempt !== undefined
  if (!isAboutCalls || role === 'http' || role === 'model' || !failed) return false
  if (result?.status === 'indeterminate' || result?.status === 'cancelled') return false
  return errorCategory === undefined || isCategoryInferred === true
}

/** The nearest failure below that had a category. */
function findKnowing(span: SpanFacts, { tree }: JudgedRun): SpanFacts | undefined {
  const failed = tree.childrenOf(span).filter((child) => child.failed)
  const knowing = failed.findLast(
    (child) => child.errorCategory !== undefined && child.isCategoryInferred !== true,
  )
  if (knowing !== undefined) return knowing
  for (const child of failed) {
    if (lacksCategory(child)) continue
    const below = findKnowing(child, { tree } as JudgedRun)
    if (below !== undefined) return below
  }
  return undefined
}
