import type { SpanFacts } from '../facts/span-facts.ts'
import type { Run } from '../model/run.ts'
import type { Draft, SpanRule } from './rule.ts'

/** A tool found nothing and does not say how much it looked at. */
export const emptyUnknownCoverage: SpanRule = Object.freeze({
  id: 'empty-unknown-coverage',
  summary: 'A call succeeded with nothing in it, and nothing says how much was looked at.',
  meaning:
    'The agent cannot tell "looked everywhere and found none" from "did not get to look". What it does next is built on an answer that may never have existed.',
  quietWhen:
    'The result states coverage or how many items were scanned; the tool writes or returns nothing by design; the data is in another view of the result.',
  fix: 'Let the tool say what it searched: foundNone({ searched, scanned, sources }), or coverage and scanned in its own result.',
  severities: 'warning; info when status or effect is only read from a foreign vocabulary',
  scope: 'span',
  isCue: (span: SpanFacts) => span.result?.status === 'found_none',
  check(span: SpanFacts, run: Run): Draft | undefined {
    if (!isUnprovenNone(span) || isShownByCaller(span, run)) return undefined
    const { result } = span
    const tool = span.tool ?? span.name
    return {
      severity: result?.foreign === true ? 'info' : 'warning',
      summary: `${tool} found nothing and does not say how much it looked at`,
      anchor: span,
      first: span,
      evidence: [{ span, says: 'found none, coverage unknown' }],
      encloser: span,
      operation: span.operationId ?? tool,
      basis: 'declared',
      complete: run.tree.hasItsParents(span),
      fix: `let ${tool} state what it searched, for example with foundNone({ searched, scanned, sources })`,
      tool: span.tool,
      agent: span.agent ?? run.tree.ancestorsOf(span).find((ancestor) => ancestor.agent !== undefined)?.agent,
    }
  },
} as const)

function isUnprovenNone({ role, result, effect, failed }: SpanFacts): boolean {
  if (role !== 'tool' || failed || result?.status !== 'found_none') return false
  if (effect === 'write' || result.viewsDisagree === true) return false
  return result.coverage === 'unknown' && (result.scanned ?? 0) === 0
}

/** Of one call that several spans show, the outermost speaks. */
function isShownByCaller(span: SpanFacts, { tree }: Run): boolean {
  const parent = tree.parentOf(span)
  return parent !== undefined && parent.tool === span.tool && isUnprovenNone(parent)
}
