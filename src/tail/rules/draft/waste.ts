import type { SpanFacts } from '../../facts/span-facts.ts'
import { foundOnce } from '../../model/found-once.ts'
import { PlaceSet } from '../../model/place-set.ts'
import { statedIn } from '../../model/stated.ts'
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
  // In most traces of tools nobody states any.
  const hasTokens = statedIn(tree).tokens
  for (const span of outermost) {
    wastedMs += Math.max(0, (span.endMs ?? span.startMs) - span.startMs)
    if (hasTokens) wastedTokens += tokensOf(span, tree)
  }
  return { wastedMs: Math.round(wastedMs), ...(wastedTokens > 0 ? { wastedTokens } : {}) }
}

function outermostOf(spans: readonly SpanFacts[], tree: SpanTree): readonly SpanFacts[] {
  const places = placesIn(tree)
  places.clear()
  for (const span of spans) places.add(tree.indexOf(span))
  return spans.filter((span) => !tree.isBelow(span, places))
}

const placesIn = foundOnce((tree: SpanTree) => new PlaceSet(tree.spans.length))

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
