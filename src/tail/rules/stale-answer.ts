import type { ResultFacts, SpanFacts } from '../facts/span-facts.ts'
import { hasBelow } from '../model/has-below.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import type { SpanTree } from '../model/tree.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayDuration } from './draft/duration.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const staleAnswerPage: RulePage = {
  summary: 'An answer is older than it may be, and is handed on like any other.',
  meaning:
    'The agent decides on what was true some time ago. "None" from a replica that lags behind is not "none".',
  example: '`get_rate` hands out a rate of two hours ago, where fifteen minutes are allowed.',
  quietWhen: 'The age is within what is allowed; no allowed age is known; a call below was stale already.',
  fix: 'Ask the source itself, or allow the age that is acceptable.',
  severities: 'warning',
}

/** An answer is older than it may be. */
export const staleAnswer: SpanRule = Object.freeze({
  id: 'stale-answer',
  scope: 'span',
  isAboutCue: true,
  isCue: isStale,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!isStale(span) || isShownAbove(span, judged, isStale) || isPassedOn(span, judged.tree))
      return undefined
    const tool = nameOfCall(span)
    const says = sayAge(span.result)
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} answered with data that is ${says}${sayNext(span, judged.tree)}`,
      evidence: [{ span, says }],
      fix: `let ${tool} ask the source itself, or allow the age that is acceptable (maxAgeMs of the tool in toolspan.yaml)`,
    })
  },
} as const)

function isStale({ role, result, failed }: SpanFacts): boolean {
  if (result === undefined || failed || (role !== 'tool' && role !== 'agent')) return false
  if (result.status !== 'found' && result.status !== 'found_none') return false
  const { ageMs, maxAgeMs } = result
  return result.freshness === 'stale' || (ageMs !== undefined && maxAgeMs !== undefined && ageMs > maxAgeMs)
}

/** A call below was stale already: that is where the age comes from. */
function isPassedOn(span: SpanFacts, tree: SpanTree): boolean {
  return hasBelow(span, tree, (below) => below.tool !== span.tool && isStale(below))
}

function sayAge(result: ResultFacts | undefined): string {
  const { ageMs, maxAgeMs } = result ?? {}
  if (ageMs === undefined) return 'stale by its own account'
  if (maxAgeMs === undefined) return `${sayDuration(ageMs)} old and stale by its own account`
  return `${sayDuration(ageMs)} old, though only ${sayDuration(maxAgeMs)} is allowed`
}
