import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** Words of a tool's name that say what it does rather than what with. */
const SHORT_WORD_LENGTH = 3

/** A write ended with an unknown outcome, and nobody looked. */
export const indeterminateUnchecked: RunRule = Object.freeze({
  id: 'indeterminate-unchecked',
  summary: 'A write ended with an unknown outcome, and the run ended without a status check or a word of it.',
  meaning: 'Nobody knows whether the money moved, and nobody will ask.',
  quietWhen:
    'A later read looks at the same thing; the operation is tried again; an enclosing span says that the outcome is unknown; the run goes on.',
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
    summary: `nobody asked what became of ${tool}: it had been sent, and no answer came`,
    evidence: [{ span, says: 'outcome unknown' }],
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

function isCheckedLater(span: SpanFacts, judged: JudgedRun): boolean {
  const words = new Set(toolsBelow(span, judged).flatMap(wordsOf))
  return judged.tree.spans.some((later) => {
    const isLater = later !== span && later.startMs >= (span.endMs ?? span.startMs) && later.role === 'tool'
    if (!isLater) return false
    if (later.operationId !== undefined && later.operationId === span.operationId) return true
    if (later.tool === span.tool && later.fingerprint !== undefined && later.fingerprint === span.fingerprint)
      return true
    return later.effect !== 'write' && wordsOf(later.tool ?? '').some((word) => words.has(word))
  })
}

function toolsBelow(span: SpanFacts, { tree }: JudgedRun): string[] {
  const own = span.tool === undefined ? [] : [span.tool]
  return [...own, ...tree.childrenOf(span).flatMap((child) => toolsBelow(child, { tree } as JudgedRun))]
}

/** `transfer_funds` and `get_transfer` are about the same thing: they share a word. */
function wordsOf(tool: string): string[] {
  return tool
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > SHORT_WORD_LENGTH)
}
