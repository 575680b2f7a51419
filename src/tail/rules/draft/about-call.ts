import type { SpanFacts } from '../../facts/span-facts.ts'
import type { JudgedRun } from '../../model/judged-operation.ts'
import type { Draft } from '../rule.ts'

type Given = Pick<Draft, 'severity' | 'summary' | 'evidence' | 'fix'> & Partial<Draft>

/** A draft about one call, with what a rule does not have to say itself. */
export function aboutCall(span: SpanFacts, { tree }: JudgedRun, given: Given): Draft {
  return {
    anchor: span,
    first: span,
    encloser: span,
    operation: span.operationId ?? span.tool ?? span.name,
    basis: 'declared',
    complete: tree.hasItsParents(span),
    tool: span.tool,
    agent: agentOf(span, { tree }),
    ...given,
  }
}

/** The agent that a call belongs to. */
export function agentOf(span: SpanFacts, { tree }: Pick<JudgedRun, 'tree'>): string | undefined {
  return span.agent ?? tree.ancestorsOf(span).find((ancestor) => ancestor.agent !== undefined)?.agent
}

/** How people call it: the tool, else the span's name. */
export function nameOfCall(span: SpanFacts): string {
  return span.tool ?? span.name
}

/** Whether a span above shows the same call: of several spans of one call the outermost speaks. */
export function isShownAbove(
  span: SpanFacts,
  { tree }: Pick<JudgedRun, 'tree'>,
  says: (span: SpanFacts) => boolean,
): boolean {
  const parent = tree.parentOf(span)
  return parent !== undefined && parent.tool !== undefined && parent.tool === span.tool && says(parent)
}
