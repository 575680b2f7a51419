import type { SpanFacts } from '../../facts/span-facts.ts'
import { firstFrom } from '../../model/first-from.ts'
import { hasEnded } from '../../model/order.ts'
import type { SpanTree } from '../../model/tree.ts'
import { nameOfCall } from './about-call.ts'

/** What comes next is near: so far up, so many spans along and below are looked at. */
const MAX_UP = 6
const MAX_ALONG = 32
const MAX_BELOW = 32

/**
 * What the agent did next on the strength of an answer, as the end of a sentence: `; next came create_customer, a
 * write`. Empty where no later call is known, of the agent or of whoever called it.
 */
export function sayNext(answer: SpanFacts, tree: SpanTree): string {
  const next = nextCall(answer, tree)
  if (next === undefined) return ''
  const name = next.tool === answer.tool ? `${nameOfCall(next)} again` : nameOfCall(next)
  return `; next came ${name}${next.effect === 'write' ? ', a write' : ''}`
}

function nextCall(answer: SpanFacts, tree: SpanTree): SpanFacts | undefined {
  let at = answer
  for (let up = 0; up < MAX_UP; up++) {
    const parent = tree.parentOf(at)
    if (parent === undefined) return undefined
    const found = firstCallAfter(at, tree.childrenOf(parent), tree)
    // An agent that ended with it has handed it on: whoever called it goes on with it.
    if (found !== undefined) return found
    at = parent
  }
  return undefined
}

function firstCallAfter(
  at: SpanFacts,
  siblings: readonly SpanFacts[],
  tree: SpanTree,
): SpanFacts | undefined {
  let along = 0
  for (let index = firstFrom(siblings, at.startMs); index < siblings.length; index++) {
    const sibling = siblings[index]
    if (sibling === undefined || ++along > MAX_ALONG) return undefined
    if (sibling === at || sibling.service !== at.service || !hasEnded(at, sibling)) continue
    const call = firstCallIn(sibling, tree)
    if (call !== undefined) return call
  }
  return undefined
}

function firstCallIn(span: SpanFacts, tree: SpanTree): SpanFacts | undefined {
  if (span.role === 'tool') return span
  let first: SpanFacts | undefined
  let looked = 0
  tree.walkDown(span, (below) => {
    if (first !== undefined || ++looked > MAX_BELOW) return false
    if (below.role === 'tool') first = below
    return first === undefined
  })
  return first
}
