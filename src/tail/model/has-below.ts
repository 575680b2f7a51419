import type { SpanFacts } from '../facts/span-facts.ts'
import type { SpanTree } from './tree.ts'

/** Whether something holds of any span below another. */
export function hasBelow(span: SpanFacts, tree: SpanTree, holds: (below: SpanFacts) => boolean): boolean {
  let isFound = false
  tree.walkDown(span, (below) => {
    isFound ||= holds(below)
    return !isFound
  })
  return isFound
}
