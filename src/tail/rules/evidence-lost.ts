import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { isWhole } from '../model/order.ts'
import { snakeCase } from '../model/tool-words.ts'
import type { SpanTree } from '../model/tree.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { operationOf } from './draft/operation-of.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const evidenceLostPage: RulePage = {
  summary:
    'An error carries no partial results, query or alternatives, though calls below it had found some.',
  meaning: 'Work that was done and paid for is thrown away, and the next try starts from nothing.',
  example:
    '`gather_quotes` asks three suppliers. Two answer, the third times out, and the call ends with that time-out alone.',
  quietWhen:
    'The error hands something on; nothing had been found, or calls only connected or logged in; the call writes; the failure is a time-out over a child that ended later.',
  fix: 'Hand on what was found: failed({ partialResults, unresolvedSources, attemptedQuery, alternatives }), or combine().',
  severities: 'warning',
}

/** An error dropped what had been found below it. */
export const evidenceLost: SpanRule = Object.freeze({
  id: 'evidence-lost',
  scope: 'span',
  isAboutCue: true,
  isCue: losesEvidence,
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    if (!losesEvidence(span)) return undefined
    const found = findingsBelow(span, judged.tree)
    if (found.length === 0) return undefined
    if (
      isShownAbove(
        span,
        judged,
        (above) => losesEvidence(above) && findingsBelow(above, judged.tree).length > 0,
      )
    ) {
      return undefined
    }
    const tool = nameOfCall(span)
    const what = found.length === 1 ? 'one call' : `${found.length} calls`
    return aboutCall(span, judged, {
      severity: 'warning',
      summary: `${tool} failed and dropped what ${what} below it had found`,
      evidence: [
        { span, says: 'an error that hands nothing on' },
        ...found.map((child) => ({ span: child, says: `had found ${child.result?.count ?? 'something'}` })),
      ],
      fix: `let ${tool} hand on what was found, for example with failed({ partialResults, unresolvedSources }) or combine()`,
      recovered: operationOf(span, judged)?.hasRecovered,
      ...wasteOf(found, judged.tree),
    })
  },
} as const)

const EVIDENCE = new Set(['partial_results', 'attempted_query', 'alternatives'])

/** What a write had looked up before it failed was there for the write. */
function losesEvidence({ role, failed, effect, result, errorFields }: SpanFacts): boolean {
  if (role !== 'tool' || !failed || effect === 'write' || (result?.partialCount ?? 0) > 0) return false
  return !(errorFields ?? []).some((field) => EVIDENCE.has(field))
}

/** So many spans below a call are looked at: what it lost is near. */
const MAX_LOOKED_AT = 256

/** The nearest calls below that found something and had ended by the time the call failed. */
function findingsBelow(call: SpanFacts, tree: SpanTree): SpanFacts[] {
  const found: SpanFacts[] = []
  let isAnsweredByServer = false
  let looked = 0
  tree.walkDown(call, (span) => {
    if (++looked > MAX_LOOKED_AT) return false
    if (span.tool === call.tool && span.kind === 'server' && !span.failed) isAnsweredByServer = true
    if (!hasFound(span) || span.tool === call.tool) return true
    if (!outlived(span, call)) found.push(span)
    return false
  })
  // The server answered: the caller's timer, not the call, threw the answer away.
  return isAnsweredByServer ? [] : found
}

/** Calls that only get others ready: they connect, log in, or look whether somebody is there. */
const PREPARATION =
  /(?:^|_)(?:(?:re)?connect\w*|log_?(?:in|on)|sign_?in|auth(?:entic\w*|ori[sz]\w*)?|handshake|(?:open|start)_session|initiali[sz]e|ping|health)(?:_|$)/

function hasFound({ result, failed, effect, tool }: SpanFacts): boolean {
  if (failed || result?.status !== 'found' || result.count === 0 || effect === 'write') return false
  return !PREPARATION.test(snakeCase(tool ?? ''))
}

/** The end of a span is cut down with its start, so less than a millisecond tells nothing, but where both start at once. */
function outlived(child: SpanFacts, call: SpanFacts): boolean {
  const isCut = child.startMs > call.startMs && isWhole(child.startMs) && isWhole(call.startMs)
  const longerMs = (child.endMs ?? Number.POSITIVE_INFINITY) - (call.endMs ?? 0)
  return child.service === call.service && (isCut ? longerMs >= 1 : longerMs > 0)
}
