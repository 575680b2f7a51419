import type { SpanFacts } from '../facts/span-facts.ts'
import { equalCalls } from '../model/equal-call-series.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** A question that is asked again after this long is a new question (design.md section 5). */
const NEW_QUESTION_MS = 60_000

/** The same look-up goes out again after a final "none". */
export const retriedEmpty: RunRule = Object.freeze({
  id: 'retried-empty',
  summary: 'The same look-up was made again after it had found none with complete coverage.',
  meaning: 'The first answer was final. Asking again costs a call and changes nothing.',
  quietWhen:
    'Coverage was unknown (one confirming look-up is right); the answer changes; a minute has passed.',
  fix: 'Tell the model that the answer is final: foundNone() writes a sentence that says so.',
  severities: 'info',
  scope: 'run',
  isCue: isFinalNone,
  check(judged: JudgedRun): readonly Draft[] {
    return equalCalls(judged).flatMap((series) => {
      for (const [index, { span }] of series.entries()) {
        const next = series[index + 1]?.span
        if (next === undefined || !isFinalNone(span) || span.endMs === undefined) continue
        const isAnotherAnswer = next.result?.status !== 'found_none'
        if (isAnotherAnswer || next.startMs - span.endMs >= NEW_QUESTION_MS || next.startMs < span.endMs)
          continue
        return [draft(span, next, judged)]
      }
      return []
    })
  },
} as const)

function draft(none: SpanFacts, again: SpanFacts, judged: JudgedRun): Draft {
  const tool = nameOfCall(again)
  return aboutCall(again, judged, {
    severity: 'info',
    summary: `${tool} was asked again after it had looked everywhere and found none`,
    evidence: [
      { span: again, says: 'the same look-up again' },
      { span: none, says: 'found none, coverage complete' },
    ],
    basis: 'fingerprint',
    fix: `let the result of ${tool} say that it is final, and let the agent accept an honest none`,
  })
}

function isFinalNone({ role, result, failed }: SpanFacts): boolean {
  return role === 'tool' && !failed && result?.status === 'found_none' && result.coverage === 'complete'
}
