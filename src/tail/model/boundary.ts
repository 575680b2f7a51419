import type { SpanFacts } from '../facts/span-facts.ts'
import { someBetween, sortByService } from './between.ts'
import { endedBefore, mayFollow } from './order.ts'
import { byStart } from './span-order.ts'
import { statedIn } from './stated.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'
import { areOfTwoTurns } from './turn-of.ts'

/** More completed calls between two tries than this are not looked at one by one: then a boundary is assumed. */
const MAX_CALLS_BETWEEN = 1000

/** Tells where one operation ends and the next one begins (design.md section 5, "Boundary"). */
export interface Boundaries {
  /** Whether something between the two makes `later` a new operation rather than a repeat of `earlier`. */
  between(earlier: Try, later: Try): boolean
  /** Whether a user turn, a completed write, a call of unknown effect or a compaction lies between the two. */
  changedBetween(earlier: Pick<Try, 'span'>, later: Pick<Try, 'span'>): boolean
}

export function createBoundaries(tree: SpanTree): Boundaries {
  const compactions = firstCompactions(tree)
  const changes = sortByService(tree.spans.filter((span) => compactions.has(span) || isChange(span, tree)))

  function changedBetween(earlier: SpanFacts, later: SpanFacts): boolean {
    const isAnother = (change: SpanFacts): boolean =>
      change.tool !== earlier.tool || change.fingerprint !== earlier.fingerprint || compactions.has(change)
    return someBetween(changes, earlier, later, tree, isAnother, mayFollow, MAX_CALLS_BETWEEN)
  }

  return {
    changedBetween: (earlier, later) =>
      areOfTwoTurns(earlier.span, later.span, tree) || changedBetween(earlier.span, later.span),
    between(earlier, later) {
      if (!endedBefore(tree, earlier.span, later.span)) return false
      if (areOfTwoTurns(earlier.span, later.span, tree)) return true
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

function isNewInput(earlier: SpanFacts, later: SpanFacts): boolean {
  const areKnown = earlier.fingerprint !== undefined && later.fingerprint !== undefined
  return areKnown && earlier.tool === later.tool && earlier.fingerprint !== later.fingerprint
}

/**
 * Where the context of a model was compacted: a step of its own that says so, or of the calls of one agent the first,
 * since all that come after it say the same. The model may not remember what it has tried.
 */
function firstCompactions(tree: SpanTree): ReadonlySet<SpanFacts> {
  const steps = new Set<SpanFacts>()
  if (!statedIn(tree).compactions) return steps
  const firstByParent = new Map<string, SpanFacts>()
  for (let index = 0; index < tree.spans.length; index++) {
    const span = tree.spans[index]
    if (span?.isCompacted !== true) continue
    if (span.role !== 'model') steps.add(span)
    else {
      const parent = span.traceId + (span.parentSpanId ?? '')
      const known = firstByParent.get(parent)
      if (known === undefined || byStart(span, known) < 0) firstByParent.set(parent, span)
    }
  }
  for (const span of firstByParent.values()) steps.add(span)
  return steps
}

/** A change that no span above shows already, such as the client of a server's call. */
function isChange(span: SpanFacts, tree: SpanTree): boolean {
  if (!mayHaveChangedSomething(span)) return false
  const above = tree.findAbove(span, ({ role }) => role !== 'other' && role !== 'http')
  return above === undefined || above.tool !== span.tool || !mayHaveChangedSomething(above)
}

/** A completed write, or a call of unknown effect that went well. */
function mayHaveChangedSomething(span: SpanFacts): boolean {
  return (
    span.role === 'tool' && span.endMs !== undefined && !span.failed && (span.effect ?? 'unknown') !== 'read'
  )
}
