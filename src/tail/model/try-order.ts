import { endedBefore, mayHaveEnded } from './order.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/**
 * Whether one try is known to follow another: by clocks, and where two of one budget start in one millisecond by their
 * numbers. False also means: not known.
 */
export function isAfter(tree: SpanTree, earlier: Try, later: Try): boolean {
  return (
    endedBefore(tree, earlier.span, later.span) ||
    (earlier.span.service === later.span.service &&
      earlier.budgetId === later.budgetId &&
      (later.number ?? 0) > (earlier.number ?? Number.POSITIVE_INFINITY) &&
      mayHaveEnded(earlier.span, later.span))
  )
}
