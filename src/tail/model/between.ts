import type { SpanFacts } from '../facts/span-facts.ts'
import { firstFrom } from './first-from.ts'
import { groupBy } from './group-by.ts'
import { mayFollow } from './order.ts'
import { byStart } from './span-order.ts'
import type { SpanTree } from './tree.ts'

/** Spans by their service, those of each in order of start. */
export type ByService = ReadonlyMap<string, readonly SpanFacts[]>

export function sortByService(spans: readonly SpanFacts[]): ByService {
  const groups = groupBy(spans, ({ service }) => service)
  return new Map(groups.map((group) => [group[0]?.service ?? '', group.sort(byStart)]))
}

/**
 * Whether one of the spans for which `holds` is true lies between two others, or may do so where they start in one
 * millisecond. After `most` of those that are not known to
 * lie elsewhere one is taken for such, since each of them has to be looked at.
 */
export function someBetween(
  sorted: ByService,
  earlier: SpanFacts,
  later: SpanFacts,
  tree: SpanTree,
  holds: (span: SpanFacts) => boolean,
  follows = mayFollow,
  most = Number.POSITIVE_INFINITY,
): boolean {
  let looked = 0
  for (const [service, spans] of sorted) {
    // Within one service the clock says which of them cannot lie between.
    const from = service === earlier.service ? firstFrom(spans, earlier.startMs) : 0
    const untilMs = service === later.service ? later.startMs : Number.POSITIVE_INFINITY
    for (let index = from; index < spans.length; index++) {
      const span = spans[index]
      if (span === undefined || span.startMs > untilMs) break
      if (!holds(span)) continue
      if (looked++ === most) return true
      if (follows(tree, earlier, span) && follows(tree, span, later)) return true
    }
  }
  return false
}
