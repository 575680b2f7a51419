import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { isUnprovenNone } from '../model/unproven-none.ts'
import { aboutCall, isStatedAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const emptyUnknownCoveragePage: RulePage = {
  summary: 'A call succeeded with nothing in it, and nothing says how much was looked at.',
  meaning:
    'The agent cannot tell "looked everywhere and found none" from "did not get to look". What it does next is built on an answer that may never have existed.',
  example: '`search_customers` returns `[]`. The index was being rebuilt, and nothing in the answer says so.',
  quietWhen:
    'The result states coverage or how many items were scanned; the tool writes or returns nothing by design; the data is in another view of the result.',
  fix: 'Let the tool say what it searched: foundNone({ searched, scanned, sources }), or coverage and scanned in its own result.',
  severities: 'warning; info when status or effect is only read from a foreign vocabulary',
}

/** A tool found nothing and does not say how much it looked at. */
export const emptyUnknownCoverage: SpanRule = Object.freeze({
  id: 'empty-unknown-coverage',
  scope: 'span',
  isAboutCue: true,
  isCue: isUnprovenNone,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!isUnprovenNone(span) || isStatedAbove(span, judged)) return undefined
    const tool = nameOfCall(span)
    return aboutCall(span, judged, {
      severity: span.result?.foreign === true ? 'info' : 'warning',
      summary: `${tool} found nothing and does not say how much it looked at${sayNext(span, judged.tree)}`,
      evidence: [{ span, says: 'found none, coverage unknown' }],
      fix: `let ${tool} state what it searched, for example with foundNone({ searched, scanned, sources })`,
    })
  },
} as const)
