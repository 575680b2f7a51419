import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { endedBefore } from '../model/order.ts'
import { byStart } from '../model/span-order.ts'
import { isUnprovenNone } from '../model/unproven-none.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** A write was built on an empty answer that nobody confirmed. */
export const actedOnEmpty: RunRule = Object.freeze({
  id: 'acted-on-empty',
  summary: 'A state-changing call followed an empty answer of unknown coverage in the same run.',
  meaning:
    'If the search was wrong, what was written is wrong: a duplicate customer, a plan cancelled by mistake.',
  quietWhen:
    'A look-up between the two found something or states its coverage; a user turn lies between; the write came first.',
  fix: 'Confirm an empty answer before a write is built on it, or let the search state its coverage.',
  severities: 'warning, for the first write only',
  scope: 'run',
  isCue: isUnprovenNone,
  check(judged: JudgedRun): readonly Draft[] {
    const { tree } = judged
    const calls = tree.spans.filter((span) => span.role === 'tool').sort(byStart)
    const write = calls.find((span) => span.effect === 'write' && !isShownAbove(span, judged, isAWrite))
    const writes = calls.filter((span) => isAWrite(span) && !isShownAbove(span, judged, isAWrite))
    if (write === undefined) return []
    for (const acted of writes) {
      const empty = calls.findLast(
        (span) =>
          isUnprovenNone(span) &&
          !isShownAbove(span, judged, isUnprovenNone) &&
          endedBefore(tree, span, acted),
      )
      if (empty === undefined || isNewTurn(empty, acted)) continue
      if (calls.some((span) => confirms(span, empty) && liesBetween(span, empty, acted, judged))) continue
      return [draft(acted, empty, judged)]
    }
    return []
  },
} as const)

function draft(acted: SpanFacts, empty: SpanFacts, judged: JudgedRun): Draft {
  const write = nameOfCall(acted)
  const search = nameOfCall(empty)
  return aboutCall(acted, judged, {
    severity: 'warning',
    summary: `${write} followed an empty answer of ${search} that does not say how much it looked at`,
    evidence: [
      { span: acted, says: 'the first write after it' },
      { span: empty, says: 'found none, coverage unknown' },
    ],
    fix: `confirm the empty answer of ${search} before ${write}, or let ${search} state its coverage`,
  })
}

const isAWrite = (span: SpanFacts): boolean => span.effect === 'write'

/** A look-up with the same tool that found something, or one of any tool that says it looked everywhere. */
function confirms(span: SpanFacts, empty: SpanFacts): boolean {
  if (span.failed || span.result === undefined || span.effect === 'write') return false
  if (span.result.coverage === 'complete' || (span.result.scanned ?? 0) > 0)
    return span.result.status !== 'completed'
  return span.tool === empty.tool && span.result.status === 'found'
}

function liesBetween(span: SpanFacts, empty: SpanFacts, acted: SpanFacts, { tree }: JudgedRun): boolean {
  return endedBefore(tree, empty, span) && endedBefore(tree, span, acted)
}

function isNewTurn(a: SpanFacts, b: SpanFacts): boolean {
  return a.turnId !== undefined && b.turnId !== undefined && a.turnId !== b.turnId
}
