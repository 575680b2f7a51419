import type { SpanFacts } from '../facts/span-facts.ts'
import { type IgnoredRefusal, ignoredRefusals, isFinalNo } from '../model/ignored-refusals.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { aboutCall, agentOf } from './draft/about-call.ts'
import { ordinal } from './draft/ordinal.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const terminalIgnoredPage: RulePage = {
  summary:
    'Five or more calls were started at one target after it had answered with quota, permission or suspension.',
  meaning: 'Nobody told the others: each worker finds out for itself, and pays for it.',
  example:
    'The provider answers "quota used up". The other workers of the run start seven more calls to the same model.',
  quietWhen:
    'A success lies between, or an answer that shows that the target serves others; fewer than five; the refusal was about one request, such as a conflict or a filtered text.',
  fix: 'Stop the run, or the calls to that target, at the first final no, and tell whoever can lift it.',
  severities: 'warning',
}

/** Work went on after a target had said no for good. */
export const terminalIgnored: RunRule = Object.freeze({
  id: 'terminal-ignored',
  scope: 'run',
  isCue: isFinalNo,
  check: (judged: JudgedRun): readonly Draft[] =>
    ignoredRefusals(judged).map((ignored) => draft(ignored, judged)),
} as const)

function draft({ refused, starts, fifth, target, isServedAgain }: IgnoredRefusal, judged: JudgedRun): Draft {
  const { terminalStarts } = judged.settings
  const reason = sayReason(refused)
  return aboutCall(fifth, judged, {
    severity: 'warning',
    summary: `${starts.length} more calls to ${target} were started after it had refused (${reason})`,
    evidence: [
      { span: fifth, says: `the ${ordinal(terminalStarts)} start after it` },
      ...starts.filter((span) => span !== fifth).map((span) => ({ span, says: 'started after it' })),
      { span: refused, says: `refused (${reason})` },
    ],
    operation: target,
    once: `${fifth.service} ${target}`,
    basis: 'position',
    agent: agentOf(fifth, judged),
    encloser: judged.tree.enclosing(starts),
    recovered: isServedAgain,
    attempts: starts.length,
    ...wasteOf(starts, judged.tree),
    fix: `stop all calls to ${target} at the first such refusal, and tell whoever can lift it`,
  })
}

/** What the refusal says of itself. A class that anything may have, and a bare status, say less than the category. */
function sayReason({ errorCode, errorType, errorCategory }: SpanFacts): string {
  const isVague = errorType !== undefined && /^(?:error|exception|_other|\d+)$/i.test(errorType)
  return errorCode ?? (isVague ? undefined : errorType) ?? errorCategory ?? 'no reason given'
}
