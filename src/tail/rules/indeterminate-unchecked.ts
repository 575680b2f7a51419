import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { endedBefore } from '../model/order.ts'
import { shareAThing, thingsOf } from '../model/tool-words.ts'
import type { SpanTree } from '../model/tree.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** Tools that hand a matter to a person. */
const HAND_OVER = /escalat|hand_?(?:off|over)|human/i

/** A write ended with an unknown outcome, and nobody looked. */
export const indeterminateUnchecked: RunRule = Object.freeze({
  id: 'indeterminate-unchecked',
  summary: 'A write ended with an unknown outcome, and the run ended without a status check or a word of it.',
  meaning: 'Nobody knows whether the money moved, and nobody will ask.',
  quietWhen:
    'A later read looks at the same thing; the operation is tried again; a person is asked; an enclosing span says that the outcome is unknown; the run goes on.',
  fix: 'Name the status check in the result, indeterminate({ statusCheck }), and let the agent make it.',
  severities: 'warning',
  scope: 'run',
  isCue: isUnknownWrite,
  check(judged: JudgedRun): readonly Draft[] {
    return judged.tree.spans
      .filter((span) => isUnknownWrite(span) && isRunOver(span, judged) && !isToldAbove(span, judged))
      .filter((span) => !isCheckedLater(span, judged))
      .map((span) => draft(span, judged))
  },
} as const)

function draft(span: SpanFacts, judged: JudgedRun): Draft {
  const tool = nameOfCall(span)
  return aboutCall(span, judged, {
    severity: 'warning',
    summary: `nobody checked what became of ${tool}, which had been sent and was not answered`,
    evidence: [{ span, says: 'outcome unknown; the run ended without a status check' }],
    fix: `let ${tool} name its status check, for example with indeterminate({ statusCheck }), and let the agent make it`,
  })
}

function isUnknownWrite({ role, result }: SpanFacts): boolean {
  return role === 'tool' && result?.status === 'indeterminate'
}

/** Only when the run has ended can it be said that nothing more came. */
function isRunOver(span: SpanFacts, { tree }: JudgedRun): boolean {
  const root = tree.ancestorsOf(span).at(-1) ?? span
  return root.parentSpanId === undefined && root.endMs !== undefined
}

function isToldAbove(span: SpanFacts, { tree }: JudgedRun): boolean {
  return tree.ancestorsOf(span).some((above) => above.result?.status === 'indeterminate')
}

/**
 * Somebody looked later, tried again, or asked a person. What cannot be told to lie before is taken for later: that
 * nobody looked is only claimed where it is known.
 */
function isCheckedLater(span: SpanFacts, judged: JudgedRun): boolean {
  const { tree } = judged
  const things = thingsOf(span.tool ?? '')
  tree.walkDown(span, ({ tool }) => {
    if (tool !== undefined) things.push(...thingsOf(tool))
    return true
  })
  return tree.spans.some((later) => {
    if (later === span || later.role !== 'tool' || isKnownToBeEarlier(later, span, tree)) return false
    if (later.result?.status === 'input_required' || HAND_OVER.test(later.tool ?? '')) return true
    if (later.operationId !== undefined && later.operationId === span.operationId) return true
    if (later.tool === span.tool && later.fingerprint !== undefined && later.fingerprint === span.fingerprint)
      return true
    return later.effect !== 'write' && shareAThing(thingsOf(later.tool ?? ''), things)
  })
}

/** What it does inside itself, and what had started before it ended. */
function isKnownToBeEarlier(later: SpanFacts, span: SpanFacts, tree: SpanTree): boolean {
  if (endedBefore(tree, span, later)) return false
  return later.service === span.service || tree.ancestorsOf(later).includes(span)
}
