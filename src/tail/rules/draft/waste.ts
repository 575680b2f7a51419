import type { SpanFacts } from '../../facts/span-facts.ts'
import { foundOnce } from '../../model/found-once.ts'
import type { SpanTree } from '../../model/tree.ts'
import type { Draft } from '../rule.ts'

/** Below one call only so many spans are looked at for tokens. */
const MAX_LOOKED_AT = 200

/**
 * What was spent on calls that brought nothing and that a first try had made needless: their time, and the tokens of models in and below them. What lies
 * inside another one of them counts once. Tokens are left out where no span states any.
 */
export function wasteOf(
  spans: readonly SpanFacts[],
  tree: SpanTree,
): Pick<Draft, 'wastedMs' | 'wastedTokens'> {
  const outermost = spans.length === 1 ? spans : outermostOf(spans, tree)
  let wastedMs = 0
  let wastedTokens = 0
  for (const span of outermost) {
    wastedMs += Math.max(0, (span.endMs ?? span.startMs) - span.startMs)
    if (hasTokens(tree)) wastedTokens += tokensOf(span, tree)
  }
  return { wastedMs: Math.round(wastedMs), ...(wastedTokens > 0 ? { wastedTokens } : {}) }
}

function outermostOf(spans: readonly SpanFacts[], tree: SpanTree): readonly SpanFacts[] {
  const all = new Set(spans)
  return spans.filter((span) => tree.findAbove(span, (above) => all.has(above)) === undefined)
}

/** Whether any span states tokens: in most traces of tools none does. Looked up once a run. */
const hasTokens = foundOnce((tree: SpanTree) => tree.spans.some((span) => span.tokens !== undefined))

/** A span that states tokens sums up those below it: agents and frameworks repeat what their model calls used. */
function tokensOf(call: SpanFacts, tree: SpanTree): number {
  if (call.tokens !== undefined) return call.tokens
  let tokens = 0
  let looked = 0
  tree.walkDown(call, (span) => {
    tokens += span.tokens ?? 0
    return span.tokens === undefined && ++looked < MAX_LOOKED_AT
  })
  return tokens
}
