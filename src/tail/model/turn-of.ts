import type { SpanFacts } from '../facts/span-facts.ts'
import { statedIn } from './stated.ts'
import type { SpanTree } from './tree.ts'

/**
 * Whether two spans belong to two turns of the user, or may do so: where a run names turns, and a span above one of the
 * two is missing, its turn may have been named there. Where nothing names the turn of one, they are not told apart.
 */
export function areOfTwoTurns(one: SpanFacts, other: SpanFacts, tree: SpanTree): boolean {
  // Most trees have no turns, and then no ancestor is asked.
  if (!statedIn(tree).turns) return false
  const turn = turnOf(one, tree)
  const otherTurn = turnOf(other, tree)
  if (turn === MISSING || otherTurn === MISSING) return one.parentSpanId !== other.parentSpanId
  return turn !== undefined && otherTurn !== undefined && otherTurn !== turn
}

/** The span that would tell has not arrived. */
const MISSING = Symbol('missing')

/** The turn that a span states, else the nearest one around it: programs name the turn once, on the span of it all. */
function turnOf(span: SpanFacts, tree: SpanTree): string | typeof MISSING | undefined {
  if (span.turnId !== undefined) return span.turnId
  const above = tree.ancestorsOf(span)
  const named = above.find(({ turnId }) => turnId !== undefined)
  if (named !== undefined) return named.turnId
  return (above.at(-1) ?? span).parentSpanId === undefined ? undefined : MISSING
}
