import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const viewsDisagreePage: RulePage = {
  summary:
    'The structured and the text view of one result say different things, or data lies where nobody looks.',
  meaning: 'The model reads one view, the program the other: they go on from different answers.',
  example: 'The structured view holds three users, the text says "no users found". The model reads the text.',
  quietWhen:
    'One view is left out, or both say the same in other words; the text says that there is none of something else than what the data lists ("no warnings found" beside a list of files).',
  fix: 'Make both views from one object, for example with the builders found() and foundNone().',
  severities: 'warning',
}

/** Structured and text view of one result say different things. */
export const viewsDisagree: SpanRule = Object.freeze({
  id: 'views-disagree',
  scope: 'span',
  isAboutCue: true,
  isCue: disagrees,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!disagrees(span) || isShownAbove(span, judged, disagrees)) return undefined
    const tool = nameOfCall(span)
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `the text and the structured view of the result of ${tool} do not agree${sayNext(span, judged.tree)}`,
      evidence: [{ span, says: 'its two views disagree, or data lies beside both' }],
      fix: `let ${tool} make both views from one object, for example with found() or foundNone()`,
    })
  },
} as const)

function disagrees({ role, result }: SpanFacts): boolean {
  return role === 'tool' && result?.viewsDisagree === true
}
