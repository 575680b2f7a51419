import type { ResultFacts, SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { isOnePageOfSeveral } from '../model/pages.ts'
import { hasRunEnded } from '../model/run-end.ts'
import { failedSourcesOf } from '../model/sources.ts'
import { withoutHost } from '../model/target.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const partialAsCompletePage: RulePage = {
  summary:
    'A part of the answer is presented as the whole: sources failed, or fewer came than there are, and nothing says so.',
  meaning: 'The agent reasons about everything on the basis of some of it, and nobody asks for the rest.',
  example:
    'Of 22 files 7 could be read. `review_changes` reports on those as if they were all, with coverage "complete". Or: `list_hosts` asks two regions, one answers 503, and the list of the other is handed on without a word of it.',
  quietWhen:
    'The part is stated; a cursor leads to the rest; other pages were asked for; a later try or another source answered; a request was stopped when another one for the same thing had answered; no source answered (then it is `swallowed-error`); a side request of another kind failed. Where nothing is said of coverage, as in the traces of other instrumentations: the answer is one thing or a text and no list, the failed source was asked something else than those that answered, a model chose what to ask, or a search shows its first hits beside their number. A call whose result is not in the trace claims nothing.',
  fix: 'State coverage: partial(results, { sources, missing }), or hand on the cursor.',
  severities: 'warning',
}

/** A part is presented as the whole. */
export const partialAsComplete: SpanRule = Object.freeze({
  id: 'partial-as-complete',
  scope: 'span',
  isAboutCue: false,
  isCue: (span: SpanFacts) => span.failed || (isAnswer(span) && mayBePartial(span.result)),
  // Its next page may still come.
  isPending: (span: SpanFacts, judged: JudgedRun) =>
    isAnswer(span) &&
    span.result !== undefined &&
    isShort(span.result) &&
    !isOnePageOfSeveral(span, judged.tries, judged.run),
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
  const missing = missingSources(span, result, judged)
  if (missing.length === 0) return undefined
  return {
    says: missing.length === 1 ? 'one of its sources failed' : `${missing.length} of its sources failed`,
    sources: missing,
  }
}

/**
 * The sources that an answer should have said are missing. Where complete is claimed, any that is of the kind of those
 * that answered. Where nothing is said, only a part of a list: one of several equal questions.
 */
function missingSources(span: SpanFacts, result: ResultFacts, { tree }: JudgedRun): readonly SpanFacts[] {
  const claimsAll = result.coverage === 'complete'
  if (!claimsAll && (result.count ?? 0) < 2) return []
  const { failed, answered } = failedSourcesOf(span, tree)
  if (failed.length === 0 || answered.length === 0) return []
  // The words of an agent are no sum of what it asked.
  if (!claimsAll && [...failed, ...answered].some(({ role }) => role === 'model')) return []
  const kinds = new Set(answered.map((source) => kindOf(source, claimsAll)))
  return failed.filter((source) => kinds.has(kindOf(source, claimsAll)))
}

/** Sources of one answer are of one kind; a request of another kind may be a side matter: a cache, a log, a count. */
function kindOf(source: SpanFacts, claimsAll: boolean): string {
  const { role, http, name, tool } = source
  if (http !== undefined) return claimsAll ? `http ${http.method}` : `${http.method} ${pathOf(http.url)}`
  if (role === 'other') return `other ${name}`
  return claimsAll ? role : `${role} ${tool ?? name}`
}

/** What is asked for at any host, with any question. */
const pathOf = (url: string): string => withoutHost(url).replace(/[?#].*$/s, '')

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
  return !isLast || isOnePageOfSeveral(span, judged.tries, judged.run)
}
