import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { isLookedAtLater } from '../model/later-looks.ts'
import { hasRunEnded } from '../model/run-end.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const indeterminateUncheckedPage: RulePage = {
  summary: 'A write ended with an unknown outcome, and the run ended without a status check or a word of it.',
  meaning: 'Nobody knows whether the money moved, and nobody will ask.',
  example:
    '`transfer_funds` loses its connection after the request was sent. The agent goes on to the next task, and the run ends.',
  quietWhen:
    'A later read looks at the same thing; the operation is tried again; a person is asked; an enclosing span says that the outcome is unknown; the run goes on; nobody says that the call writes (its spans, or `tools` in toolspan.yaml).',
  fix: 'Name the status check in the result, indeterminate({ statusCheck }), and let the agent make it.',
  severities: 'warning',
}

/** A write ended with an unknown outcome, and nobody looked. */
export const indeterminateUnchecked: RunRule = Object.freeze({
  id: 'indeterminate-unchecked',
  scope: 'run',
  isCue: isUnknownWrite,
  isPending: (span: SpanFacts, judged: JudgedRun) =>
    isUnknownWrite(span) && !isToldAbove(span, judged) && !isLookedAtLater(span, judged.tree),
  check(judged: JudgedRun): readonly Draft[] {
    return judged.tree.spans
      .filter(
        (span) =>
          isUnknownWrite(span) && hasRunEnded(span, judged.run, judged.isOver) && !isToldAbove(span, judged),
      )
      .filter((span) => !isLookedAtLater(span, judged.tree))
      .map((span) => draft(span, judged))
  },
} as const)

function draft(span: SpanFacts, judged: JudgedRun): Draft {
  const tool = nameOfCall(span)
  return aboutCall(span, judged, {
    severity: 'warning',
    summary: `nobody checked what became of ${tool}, whose outcome is unknown`,
    evidence: [{ span, says: 'outcome unknown; the run ended without a status check' }],
    fix: `let ${tool} name its status check, for example with indeterminate({ statusCheck }), and let the agent make it`,
  })
}

function isUnknownWrite({ role, result }: SpanFacts): boolean {
  return role === 'tool' && result?.status === 'indeterminate'
}

function isToldAbove(span: SpanFacts, { tree }: JudgedRun): boolean {
  return tree.findAbove(span, (above) => above.result?.status === 'indeterminate') !== undefined
}
