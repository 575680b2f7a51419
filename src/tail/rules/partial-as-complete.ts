import type { ResultFacts, SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { failedSourcesOf } from '../model/sources.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import type { Draft, SpanRule } from './rule.ts'

/** A part is presented as the whole. */
export const partialAsComplete: SpanRule = Object.freeze({
  id: 'partial-as-complete',
  summary:
    'A part of the answer is presented as the whole: sources failed, or fewer came than there are, and nothing says so.',
  meaning: 'The agent reasons about everything on the basis of some of it, and nobody asks for the rest.',
  quietWhen:
    'The part is stated; a cursor leads to the rest; a later try or another source answered; no source answered (then it is `swallowed-error`).',
  fix: 'State coverage: partial(results, { sources, missing }), or hand on the cursor.',
  severities: 'warning',
  scope: 'span',
  isCue: (span: SpanFacts) => isAnswer(span) && mayBePartial(span.result),
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    const gap = gapOf(span, judged)
    if (gap === undefined || isShownAbove(span, judged, (above) => gapOf(above, judged) !== undefined))
      return undefined
    const tool = nameOfCall(span)
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} hands on a part as if it were all: ${gap.says}`,
      evidence: [
        { span, says: gap.says },
        ...gap.sources.map((source) => ({ span: source, says: 'this source failed' })),
      ],
      fix: `let ${tool} state what is missing, for example with partial(results, { sources, missing }), or hand on a cursor`,
    })
  },
} as const)

interface Gap {
  readonly says: string
  readonly sources: readonly SpanFacts[]
}

function isAnswer({ role, result, failed }: SpanFacts): boolean {
  const isCall = role === 'tool' || (role === 'agent' && result?.foreign === false)
  return isCall && !failed && (result?.status === 'found' || result?.status === 'found_none')
}

/** Sources that failed are cues of their own. */
function mayBePartial(result: ResultFacts | undefined): boolean {
  if (result === undefined) return false
  const { truncated, count, total, sourcesExpected, sourcesCovered } = result
  const isShort = count !== undefined && total !== undefined && count < total
  return truncated === true || isShort || (sourcesCovered ?? 0) < (sourcesExpected ?? 0)
}

function gapOf(span: SpanFacts, judged: JudgedRun): Gap | undefined {
  const { result } = span
  if (!isAnswer(span) || result === undefined || result.coverage === 'partial' || result.hasMore === true)
    return undefined
  const { sourcesExpected, sourcesCovered, count, total } = result
  if (sourcesExpected !== undefined && sourcesCovered !== undefined && sourcesCovered < sourcesExpected) {
    return { says: `${sourcesCovered} of ${sourcesExpected} sources answered`, sources: [] }
  }
  if (result.truncated === true) return { says: 'it was cut', sources: [] }
  const isShort = count !== undefined && total !== undefined && count < total
  if (isShort && !followsAPage(span, judged)) return { says: `${count} of ${total}`, sources: [] }
  const { failed, hasAnswered } = failedSourcesOf(span, judged.tree)
  if (failed.length === 0 || !hasAnswered || result.coverage !== 'complete') return undefined
  return { says: `${failed.length} of its sources failed`, sources: failed }
}

/** Whether an earlier call of the tool had more: then this is the page that was asked for next. */
function followsAPage(span: SpanFacts, { tries }: JudgedRun): boolean {
  return tries.some(
    ({ span: other }) =>
      other.tool === span.tool && other.result?.hasMore === true && other.startMs < span.startMs,
  )
}
