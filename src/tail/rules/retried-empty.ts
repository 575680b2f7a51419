import type { SpanFacts } from '../facts/span-facts.ts'
import { equalCalls } from '../model/equal-call-series.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { endedBefore } from '../model/order.ts'
import type { SpanTree } from '../model/tree.ts'
import type { Try } from '../model/try.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const retriedEmptyPage: RulePage = {
  summary: 'The same look-up was made again after it had found none with complete coverage.',
  meaning: 'The first answer was final. Asking again costs a call and changes nothing.',
  example: '`find_license` looked at all 1,204 licences and found none. The agent asks again, word for word.',
  quietWhen:
    'Coverage was unknown or the data stale (one confirming look-up is right); the answer changes; a minute has passed; another agent asks; one model turn wanted both.',
  fix: 'Tell the model that the answer is final: foundNone() writes a sentence that says so.',
  severities: 'info',
}

/** The same look-up goes out again after a final "none". */
export const retriedEmpty: RunRule = Object.freeze({
  id: 'retried-empty',
  scope: 'run',
  isCue: isFinalNone,
  check(judged: JudgedRun): readonly Draft[] {
    return equalCalls(judged).flatMap((series) => {
      for (const [index, none] of series.entries()) {
        const again = series[index + 1]
        if (again === undefined || !isAskedAgain(none, again, judged)) continue
        // The answer changed in the end: it was polling.
        if (!series.slice(index + 2).some(({ span }) => span.result?.status === 'found'))
          return [draft(none.span, again.span, judged)]
      }
      return []
    })
  },
} as const)

/** Another agent does not know what this one was told, and clocks of two services say nothing of a minute. */
function isAskedAgain(none: Try, again: Try, { tree, turns, settings }: JudgedRun): boolean {
  const a = none.span
  const b = again.span
  return (
    isFinalNone(a) &&
    b.result?.status === 'found_none' &&
    a.service === b.service &&
    endedBefore(tree, a, b) &&
    b.startMs - (a.endMs ?? b.startMs) < settings.newQuestionMs &&
    nearestAgent(a, tree) === nearestAgent(b, tree) &&
    !turns.wantedByOneTurn(none, again)
  )
}

function nearestAgent(span: SpanFacts, tree: SpanTree): SpanFacts | undefined {
  return tree.findAbove(span, ({ role }) => role === 'agent')
}

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
    ...wasteOf([again], judged.tree),
  })
}

function isFinalNone({ role, result, failed }: SpanFacts): boolean {
  if (role !== 'tool' || failed || result?.status !== 'found_none') return false
  return result.coverage === 'complete' && result.freshness !== 'stale'
}
