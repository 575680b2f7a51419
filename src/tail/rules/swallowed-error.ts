import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { failedSourcesOf } from '../model/sources.ts'
import type { RunOutline } from '../outline/run-outline.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const swallowedErrorPage: RulePage = {
  meaning:
    'The agent gets an answer that nobody gave. Empty for the wrong reason looks like empty for the right one.',
  example: 'The orders API answers 403. `list_orders` catches that and returns `[]`.',
  quietWhen:
    'The gap is stated; something was looked at; a later try or another source answered; a 404 or its like that means "none"; an earlier answer is given with its age.',
  fix: 'Let the failure through: failed({ errorCategory, message }), or mark a stand-in with fallback(value, why).',
  severities: 'warning',
}

/** The only source failed, and the failure is presented as an answer. */
export const swallowedError: SpanRule = Object.freeze({
  id: 'swallowed-error',
  summary:
    'The only source of a result failed, and the result is presented as an answer: empty, or a stand-in value.',
  scope: 'span',
  isCue: isSuspicious,
  isPossible: (outline: RunOutline, own: number) => outline.hasFailureBelow(own),
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!swallows(span, judged) || isShownAbove(span, judged, (above) => swallows(above, judged)))
      return undefined
    const tool = nameOfCall(span)
    const { failed } = failedSourcesOf(span, judged.tree)
    const what = span.result?.fallback === true ? 'with a stand-in value' : 'that nothing was found'
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} answered ${what}, though ${sayAll(failed.length)} had failed${sayNext(span, judged.tree)}`,
      evidence: [
        { span, says: `answered ${what}` },
        ...failed.map((source) => ({
          span: source,
          says: `failed${source.errorCategory ? ` (${source.errorCategory})` : ''}`,
        })),
      ],
      fix: `let ${tool} fail when its source fails, for example with failed({ errorCategory, message })`,
    })
  },
} as const)

function sayAll(sources: number): string {
  if (sources === 1) return 'its only source'
  return sources === 2 ? 'both its sources' : `all its ${sources} sources`
}

function isSuspicious({ role, result, isMarkedFailed }: SpanFacts): boolean {
  if (role !== 'tool' || isMarkedFailed || result === undefined || result.coverage === 'partial') return false
  // It looked at something: then what failed was not its only source.
  if ((result.scanned ?? 0) > 0) return false
  return result.status === 'found_none' || (result.fallback === true && result.status === 'failed')
}

function swallows(span: SpanFacts, judged: JudgedRun): boolean {
  if (!isSuspicious(span)) return false
  const { failed, answered } = failedSourcesOf(span, judged.tree)
  return failed.length > 0 && answered.length === 0
}
