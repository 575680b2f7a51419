import type { SpanFacts } from '../facts/span-facts.ts'
import { endedBefore } from './order.ts'
import { byStart } from './span-order.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** More completed calls between two tries than this are not looked at one by one: then a boundary is assumed. */
const MAX_CALLS_BETWEEN = 1000

/** Tells where one operation ends and the next one begins (design.md section 5, "Boundary"). */
export interface Boundaries {
  /** Whether something between the two makes `later` a new operation rather than a repeat of `earlier`. */
  between(earlier: Try, later: Try): boolean
  /** Whether a user turn, a completed write or a call of unknown effect lies between the two. */
  changedBetween(earlier: Try, later: Try): boolean
}

export function createBoundaries(tree: SpanTree): Boundaries {
  const changes = tree.spans.filter(mayHaveChangedSomething).sort(byStart)

  function changedBetween(earlier: SpanFacts, later: SpanFacts): boolean {
    let looked = 0
    for (const change of changes) {
      if (change.tool === earlier.tool && change.fingerprint === earlier.fingerprint) continue
      if (looked++ === MAX_CALLS_BETWEEN) return true
      if (endedBefore(tree, earlier, change) && endedBefore(tree, change, later)) return true
    }
    return false
  }

  return {
    changedBetween: (earlier, later) =>
      isNewTurn(earlier.span, later.span) || changedBetween(earlier.span, later.span),
    between(earlier, later) {
      if (!endedBefore(tree, earlier.span, later.span)) return false
      if (isNewTurn(earlier.span, later.span)) return true
      // One budget may revise its input and do other things between its tries: its owner counts them.
      if (earlier.budgetId !== undefined && earlier.budgetId === later.budgetId) return false
      return (
        succeeded(earlier) || isNewInput(earlier.span, later.span) || changedBetween(earlier.span, later.span)
      )
    },
  }
}

/** Whether the try ended well. An answer that nobody understood is neither a success nor a failure. */
export function succeeded(of: Try): boolean {
  return !of.failed && of.span.endMs !== undefined && of.span.result?.status !== 'unknown'
}

function isNewTurn(earlier: SpanFacts, later: SpanFacts): boolean {
  return earlier.turnId !== undefined && later.turnId !== undefined && earlier.turnId !== later.turnId
}

function isNewInput(earlier: SpanFacts, later: SpanFacts): boolean {
  const areKnown = earlier.fingerprint !== undefined && later.fingerprint !== undefined
  return areKnown && earlier.tool === later.tool && earlier.fingerprint !== later.fingerprint
}

/** A completed write, or a call of unknown effect that went well. */
function mayHaveChangedSomething(span: SpanFacts): boolean {
  return (
    span.role === 'tool' && span.endMs !== undefined && !span.failed && (span.effect ?? 'unknown') !== 'read'
  )
}
