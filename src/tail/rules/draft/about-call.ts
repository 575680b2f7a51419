import type { SpanFacts } from '../../facts/span-facts.ts'
import type { JudgedRun } from '../../model/judged-run.ts'
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
  return span.agent ?? tree.findAbove(span, (ancestor) => ancestor.agent !== undefined)?.agent
}

/** How people call it: the tool, else the span's name. */
export function nameOfCall(span: SpanFacts): string {
  return span.tool ?? span.name
}

/**
 * Whether a span above shows the same call and says the same of it: of several spans of one call, such as those of
 * a framework, of an MCP client and of its server, the outermost speaks. Requests that carry it, and spans that ask
 * nobody, are looked through; an attempt between makes it a call of its own.
 */
export function isShownAbove(
  span: SpanFacts,
  { tree }: Pick<JudgedRun, 'tree'>,
  says: (span: SpanFacts) => boolean,
): boolean {
  const isOfOther = (above: SpanFacts): boolean =>
    (above.attempt !== undefined && above.role !== 'tool') ||
    (!isCarrier(above) && (above.tool === undefined || above.tool !== span.tool))
  const found = tree.findAbove(span, (above) => isOfOther(above) || (!isCarrier(above) && says(above)))
  return found !== undefined && !isOfOther(found)
}

/**
 * Whether a span above states what the same call meant, whatever it states, or will do so: it is still open in a
 * run that goes on.
 */
export function isStatedAbove(span: SpanFacts, judged: JudgedRun): boolean {
  return isShownAbove(span, judged, (above) => {
    if (above.endMs === undefined) return !judged.isOver
    return above.effect === 'write' || (above.result !== undefined && above.result.status !== 'unknown')
  })
}

const isCarrier = ({ role }: SpanFacts): boolean => role === 'other' || role === 'http'
