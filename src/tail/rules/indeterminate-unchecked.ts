import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { endedBefore } from '../model/order.ts'
import { asksPerson } from '../model/person.ts'
import { hasRunEnded } from '../model/run-end.ts'
import { shareAThing, thingsOf } from '../model/tool-words.ts'
import type { SpanTree } from '../model/tree.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const indeterminateUncheckedPage: RulePage = {
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
  summary: 'A write ended with an unknown outcome, and the run ended without a status check or a word of it.',
  scope: 'run',
  isCue: isUnknownWrite,
  isPending: (span: SpanFacts, judged: JudgedRun) =>
    isUnknownWrite(span) && !isToldAbove(span, judged) && !isCheckedLater(span, judged, thingsIn(judged)),
  check(judged: JudgedRun): readonly Draft[] {
    const thingsOfTool = thingsIn(judged)
    return judged.tree.spans
      .filter(
        (span) =>
          isUnknownWrite(span) && hasRunEnded(span, judged.run, judged.isOver) && !isToldAbove(span, judged),
      )
      .filter((span) => !isCheckedLater(span, judged, thingsOfTool))
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
  return tree.ancestorsOf(span).some((above) => above.result?.status === 'indeterminate')
}

/**
 * Somebody looked later, tried again, or asked a person. What cannot be told to lie before is taken for later: that
 * nobody looked is only claimed where it is known.
 */
function isCheckedLater(span: SpanFacts, { tree }: JudgedRun, things: ThingsOf): boolean {
  const own = [...things(span.tool ?? '')]
  tree.walkDown(span, ({ tool }) => {
    if (tool !== undefined) own.push(...things(tool))
    return true
  })
  // From the end: what came later mostly arrived later.
  const check = tree.spans.findLast((later) => {
    if (later === span || later.role !== 'tool' || isKnownToBeEarlier(later, span, tree)) return false
    if (asksPerson(later)) return true
    if (later.operationId !== undefined && later.operationId === span.operationId) return true
    if (later.tool === span.tool && later.fingerprint !== undefined && later.fingerprint === span.fingerprint)
      return true
    return later.effect !== 'write' && shareAThing(things(later.tool ?? ''), own)
  })
  return check !== undefined
}

type ThingsOf = typeof thingsOf

function thingsIn(judged: JudgedRun): ThingsOf {
  const known = thingsByRun.get(judged) ?? remembering(thingsOf)
  thingsByRun.set(judged, known)
  return known
}

const thingsByRun = new WeakMap<JudgedRun, ThingsOf>()

/** Few tools make most of a long run. */
function remembering(read: ThingsOf): ThingsOf {
  const known = new Map<string, string[]>()
  return (tool) => {
    const things = known.get(tool) ?? read(tool)
    known.set(tool, things)
    return things
  }
}

/** What it does inside itself, and what had started before it ended. */
function isKnownToBeEarlier(later: SpanFacts, span: SpanFacts, tree: SpanTree): boolean {
  if (endedBefore(tree, span, later)) return false
  return later.service === span.service || tree.ancestorsOf(later).includes(span)
}
