import type { ResultFacts, SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { isOnePageOfSeveral } from '../model/pages.ts'
import { hasRunEnded } from '../model/run-end.ts'
import { failedSourcesOf } from '../model/sources.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const partialAsCompletePage: RulePage = {
  meaning: 'The agent reasons about everything on the basis of some of it, and nobody asks for the rest.',
  example:
    'Of 22 files 7 could be read. `review_changes` reports on those as if they were all, with coverage "complete".',
  quietWhen:
    'The part is stated; a cursor leads to the rest; other pages were asked for; a later try or another source answered; no source answered (then it is `swallowed-error`); a side request of another kind failed.',
  fix: 'State coverage: partial(results, { sources, missing }), or hand on the cursor.',
  severities: 'warning',
}

/** A part is presented as the whole. */
export const partialAsComplete: SpanRule = Object.freeze({
  id: 'partial-as-complete',
  summary:
    'A part of the answer is presented as the whole: sources failed, or fewer came than there are, and nothing says so.',
  scope: 'span',
  isCue: (span: SpanFacts) => isAnswer(span) && mayBePartial(span.result),
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    const gap = gapOf(span, judged)
    if (gap === undefined || isShownAbove(span, judged, (above) => gapOf(above, judged) !== undefined))
      return undefined
    const tool = nameOfCall(span)
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} hands on a part as if it were all: ${gap.says}${sayNext(span, judged.tree)}`,
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
  const { truncated, sourcesExpected, sourcesCovered } = result
  return truncated === true || isShort(result) || (sourcesCovered ?? 0) < (sourcesExpected ?? 0)
}

function gapOf(span: SpanFacts, judged: JudgedRun): Gap | undefined {
  const { result } = span
  if (!isAnswer(span) || result === undefined || result.coverage === 'partial' || result.hasMore === true)
    return undefined
  const { sourcesExpected, sourcesCovered, count, total } = result
  if (sourcesExpected !== undefined && sourcesCovered !== undefined && sourcesCovered < sourcesExpected) {
    return { says: `${sourcesCovered} of ${sourcesExpected} sources answered`, sources: [] }
  }
  if (result.truncated === true) return { says: 'its result was cut', sources: [] }
  if (isShort(result) && !mayBeOnePage(span, judged))
    return { says: `${count} of ${total} items`, sources: [] }
  if (result.coverage !== 'complete') return undefined
  const { failed, answered } = failedSourcesOf(span, judged.tree)
  const missing = failed.filter((source) => answered.some((other) => isAlike(source, other)))
  if (missing.length === 0) return undefined
  return {
    says: missing.length === 1 ? 'one of its sources failed' : `${missing.length} of its sources failed`,
    sources: missing,
  }
}

/** Sources of one answer are of one kind; a request of another kind may be a side matter: a cache, a log, a count. */
function isAlike(a: SpanFacts, b: SpanFacts): boolean {
  if (a.role !== b.role) return false
  if (a.http !== undefined) return a.http.method === b.http?.method
  return a.role !== 'other' || a.name === b.name
}

/** "None of 85" is about what was looked for, or a page beyond the last one. */
function isShort({ status, count, total }: ResultFacts): boolean {
  return status === 'found' && count !== undefined && total !== undefined && count < total
}

/**
 * Pages that are asked for by offset point to nothing: until the run has ended the next one may still come. And a
 * search that was only read shows its first hits beside their number, which says enough.
 */
function mayBeOnePage(span: SpanFacts, judged: JudgedRun): boolean {
  const { foreign, hasMore, coverage } = span.result ?? {}
  if (foreign === true && hasMore !== false && coverage !== 'complete') return true
  const isLast = span.result?.hasMore === false || hasRunEnded(span, judged.run, judged.isOver)
  return !isLast || isOnePageOfSeveral(span, judged.tries, judged.tree)
}
