import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { groupBy } from '../model/operation.ts'
import { byStart } from '../model/span-order.ts'
import { aboutCall, agentOf } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** So many starts after a final no are no coincidence (design.md section 5). */
const MIN_STARTS = 5

/** Work went on after a target had said no for good. */
export const terminalIgnored: RunRule = Object.freeze({
  id: 'terminal-ignored',
  summary:
    'Five or more calls were started at one target after it had answered with quota, permission or suspension.',
  meaning: 'Nobody told the others: each worker finds out for itself, and pays for it.',
  quietWhen: 'A success lies between; fewer than five.',
  fix: 'Stop the run, or the calls to that target, at the first final no, and tell whoever can lift it.',
  severities: 'warning',
  scope: 'run',
  isCue: isFinalNo,
  check(judged: JudgedRun): readonly Draft[] {
    const asked = judged.tries.map(({ span }) => span).filter((span) => targetOf(span) !== undefined)
    return groupBy(asked, (span) => `${span.service} ${targetOf(span)}`).flatMap(
      (calls) => check(calls, judged) ?? [],
    )
  },
} as const)

function check(calls: SpanFacts[], judged: JudgedRun): Draft | undefined {
  calls.sort(byStart)
  let refused: SpanFacts | undefined
  let starts: SpanFacts[] = []
  for (const span of calls) {
    if (!span.failed && span.endMs !== undefined) {
      if (starts.length >= MIN_STARTS) break
      refused = undefined
      starts = []
    } else if (refused === undefined) {
      if (isFinalNo(span)) refused = span
    } else if (span.startMs >= (refused.endMs ?? Number.POSITIVE_INFINITY)) starts.push(span)
  }
  const fifth = starts[MIN_STARTS - 1]
  if (refused === undefined || fifth === undefined) return undefined
  const target = targetOf(fifth) ?? ''
  return aboutCall(fifth, judged, {
    severity: 'warning',
    summary: `${starts.length} calls were started at ${target} after it had said no (${refused.errorCode ?? refused.errorCategory})`,
    evidence: [
      { span: fifth, says: 'the fifth start after it' },
      ...starts.filter((span) => span !== fifth).map((span) => ({ span, says: 'started after it' })),
      { span: refused, says: `said no (${refused.errorCode ?? refused.errorCategory})` },
    ],
    operation: target,
    basis: 'position',
    agent: agentOf(fifth, judged),
    fix: `stop calls to ${target} at the first final no, and tell whoever can lift it`,
  })
}

/** A model at its provider, or a host. A tool is none: its next input may be allowed. */
function targetOf({ role, model, http }: SpanFacts): string | undefined {
  return role === 'model' ? model : role === 'http' ? http?.host : undefined
}

function isFinalNo({ role, failed, errorCategory, retryable, budget }: SpanFacts): boolean {
  if (!failed || (role !== 'model' && role !== 'http') || budget?.exhaustedBy !== undefined) return false
  const isNo = errorCategory === 'business' || errorCategory === 'permission'
  return isNo && retryable !== true
}
