import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'

/**
 * What holds `a` and what holds `b` right below the span that holds both; they themselves where nothing lies between.
 * The outermost around each where no span holds both, and one and the same span where one of the two holds the other.
 */
export function branchesOf(tree: SpanTree, a: SpanFacts, b: SpanFacts): readonly [SpanFacts, SpanFacts] {
  const aboveA = tree.ancestorsOf(a)
  const aboveB = tree.ancestorsOf(b)
  // Children of one span share what is above them.
  if (aboveA === aboveB) return [a, b]
  let atA = aboveA.length - 1
  let atB = aboveB.length - 1
  for (; atA >= 0 && aboveA[atA] === aboveB[atB]; atA--) atB--
  return [aboveA[atA] ?? a, aboveB[atB] ?? b]
}
