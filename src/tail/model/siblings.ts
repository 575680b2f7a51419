import { groupBy } from './operation.ts'
import type { Try } from './try.ts'

/** Tries by the parent that their spans name, whether it is there or not. */
export function groupSiblings(tries: readonly Try[]): Try[][] {
  // Ids of spans are hardly ever equal in two traces: one text that is there already is looked up, none is made.
  return groupBy(tries, ({ span }) => span.parentSpanId).flatMap((group) =>
    isOfOneTrace(group) ? [group] : groupBy(group, ({ span }) => span.traceId),
  )
}

function isOfOneTrace(group: readonly Try[]): boolean {
  const traceId = group[0]?.span.traceId
  return group.every(({ span }) => span.traceId === traceId)
}
