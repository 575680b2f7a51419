import type { ResultReason } from '../../semconv/result-reasons.ts'
import type { ResultFacts, SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { failedSourcesOf } from '../model/sources.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayNext } from './draft/next-act.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const swallowedErrorPage: RulePage = {
  summary:
    'The only source of a result failed, and the result is presented as an answer: empty, or a stand-in value.',
  meaning:
    'The agent gets an answer that nobody gave. Empty for the wrong reason looks like empty for the right one.',
  example: 'The orders API answers 403. `list_orders` catches that and returns `[]`.',
  quietWhen:
    'The gap is stated; something was looked at; a later try or another source answered; a 404 or its like that means "none"; an earlier answer is given with its age; null or an empty text comes of a tool that nobody declared, and it did more than GET.',
  fix: 'Let the failure through: failed({ errorCategory, message }), or mark a stand-in with fallback(value, why).',
  severities: 'warning',
}

/** The only source failed, and the failure is presented as an answer. */
export const swallowedError: SpanRule = Object.freeze({
  id: 'swallowed-error',
  scope: 'span',
  isAboutCue: true,
  isCue: isSuspicious,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!swallows(span, judged) || isShownAbove(span, judged, (above) => swallows(above, judged)))
      return undefined
    const tool = nameOfCall(span)
    const { failed } = failedSourcesOf(span, judged.tree)
    const what = sayAnswer(span.result)
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

function sayAnswer(result: ResultFacts | undefined): string {
  if (result?.fallback === true) return 'with a stand-in value'
  return result !== undefined && isNothing(result) ? 'with nothing' : 'that nothing was found'
}

function sayAll(sources: number): string {
  if (sources === 1) return 'its only source'
  return sources === 2 ? 'both its sources' : `all its ${sources} sources`
}

function isSuspicious({ role, result, isMarkedFailed }: SpanFacts): boolean {
  if (role !== 'tool' || isMarkedFailed || result === undefined || result.coverage === 'partial') return false
  // It looked at something: then what failed was not its only source.
  if ((result.scanned ?? 0) > 0) return false
  if (result.status === 'found_none' || isNothing(result)) return true
  return result.fallback === true && result.status === 'failed'
}

/** Nothing came back, and nothing says whether something should have: what the call asked has to tell. */
function isNothing({ status, reason }: ResultFacts): boolean {
  return status === 'unknown' && reason !== undefined && NOTHING.has(reason)
}

const NOTHING: ReadonlySet<ResultReason> = new Set<ResultReason>([
  'null_value',
  'empty_text',
  'empty_content',
])

/** A request that only asks shows that its caller looked something up. */
function onlyAsks({ http }: SpanFacts): boolean {
  return http?.method === 'GET' || http?.method === 'HEAD'
}

function swallows(span: SpanFacts, judged: JudgedRun): boolean {
  if (!isSuspicious(span)) return false
  const { failed, answered } = failedSourcesOf(span, judged.tree)
  if (failed.length === 0 || answered.length > 0) return false
  return span.result === undefined || !isNothing(span.result) || failed.every(onlyAsks)
}
