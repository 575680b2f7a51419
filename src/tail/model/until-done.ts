import type { SpanFacts } from '../facts/span-facts.ts'
import { perSpan } from './found-once.ts'
import type { SpanTree } from './tree.ts'

/** How many of some spans that are alike went well, and whether the last of them did. */
interface Row {
  done: number
  failedMs: number
  isLastDone: boolean
}

/**
 * Asks whether of the spans beside one, those with its key, all failed but the last: whoever tries again stops at the
 * first success, and what goes on after one is the next of several things. False where the parent is not there.
 */
export function createUntilDone(
  keyOf: (span: SpanFacts, tree: SpanTree) => string,
): (span: SpanFacts, tree: SpanTree) => boolean {
  const rowsBelow = perSpan((parent, tree) => {
    const rows = new Map<string, Row>()
    for (const child of tree.childrenOf(parent)) {
      const key = keyOf(child, tree)
      const row = rows.get(key) ?? { done: 0, failedMs: Number.NaN, isLastDone: false }
      if (child.failed) row.failedMs = child.startMs
      else row.done++
      // Of two that start in one millisecond none is known to be the last.
      row.isLastDone = !child.failed && row.failedMs !== child.startMs
      rows.set(key, row)
    }
    return rows
  })
  return (span, tree) => {
    const parent = tree.parentOf(span)
    const row = parent && rowsBelow(parent, tree).get(keyOf(span, tree))
    return row !== undefined && (row.done === 0 || (row.done === 1 && row.isLastDone))
  }
}
