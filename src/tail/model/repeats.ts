import type { SpanFacts } from '../facts/span-facts.ts'
import { firstFrom } from './first-from.ts'
import { endedBefore, hasEnded } from './order.ts'
import { byStart } from './span-order.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** Calls that are this far apart, end to start, and evenly spaced belong to a poller (design.md section 5). */
const POLLER_GAP_MS = 60_000
/** How much a poller's gaps may differ from their mean. */
const POLLER_JITTER = 0.1

/**
 * Whether un-numbered tries are the calls of a poller, a cron job or a cache warmer: three or more, evenly spaced,
 * a minute or more apart. Those are not repeats of one another.
 */
export function isPolling(sorted: readonly Try[]): boolean {
  if (sorted.length < 3 || sorted.some((item) => item.number !== undefined)) return false
  const gaps: number[] = []
  for (const [index, item] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next === undefined) break
    if (item.span.endMs === undefined) return false
    gaps.push(next.span.startMs - item.span.endMs)
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  return gaps.every((gap) => gap >= POLLER_GAP_MS && Math.abs(gap - mean) <= mean * POLLER_JITTER)
}

/** Tells calls that one answer of the model asked for from repeats of one call. */
export interface ModelTurns {
  wantedByOneTurn(earlier: Try, later: Try): boolean
  /**
   * Whether the model was asked between two calls of one service, whatever ids they carry; undefined where no call of
   * it before them is known.
   */
  askedBetween(earlier: SpanFacts, later: SpanFacts): boolean | undefined
}

export function createModelTurns(tree: SpanTree): ModelTurns {
  const byOwner = new Map<string, Calls>()
  const asked = new Set<string>()
  let last: SpanFacts | undefined
  let group: Calls | undefined
  for (let index = 0; index < tree.spans.length; index++) {
    const span = tree.spans[index]
    if (span?.role !== 'model') continue
    // Children of one span have one owner, and often stand together.
    if (group === undefined || span.parentSpanId !== last?.parentSpanId || span.traceId !== last?.traceId) {
      asked.add(parentKey(span))
      const key = ownerKey(span, tree)
      group = byOwner.get(key) ?? { spans: [], isOfOneService: true }
      byOwner.set(key, group)
    }
    group.spans.push(span)
    group.isOfOneService &&= group.spans[0]?.service === span.service
    last = span
  }
  for (const { spans } of byOwner.values()) spans.sort(byStart)
  return {
    askedBetween(earlier, later) {
      const turns = byOwner.get(ownerKey(later, tree))?.spans ?? []
      const last = turns[firstFrom(turns, later.startMs) - 1]
      // One clock has to order them.
      if (last === undefined || last.service !== later.service) return undefined
      if (last.startMs <= earlier.startMs) return false
      return hasEnded(earlier, last) ? true : undefined
    },
    wantedByOneTurn(earlier, later) {
      const a = earlier.span
      const b = later.span
      // The same call id is one wish carried out twice; two ids with no model call between are two wishes.
      if (a.callId === undefined || b.callId === undefined || a.callId === b.callId) return false
      // A step that holds a call of the model is a turn of its own.
      if (parentKey(a) !== parentKey(b) && asked.has(parentKey(b))) return false
      const owner = ownerKey(a, tree)
      if (owner !== ownerKey(b, tree)) return false
      const turns = byOwner.get(owner)
      if (!turns?.spans.some((turn) => endedBefore(tree, turn, a))) return false
      return !liesBetween(tree, a, turns, b)
    },
  }
}

/** Calls of the model of one owner, by start. */
interface Calls {
  readonly spans: SpanFacts[]
  isOfOneService: boolean
}

/** Whether one of the calls lies between two spans. */
function liesBetween(
  tree: SpanTree,
  earlier: SpanFacts,
  { spans, isOfOneService }: Calls,
  later: SpanFacts,
): boolean {
  const isOfOneClock = isOfOneService && spans[0]?.service === earlier.service
  // Within one service the clock says which of them cannot lie between.
  for (let index = isOfOneClock ? firstFrom(spans, earlier.startMs) : 0; index < spans.length; index++) {
    const span = spans[index]
    if (
      span === undefined ||
      (isOfOneClock && later.service === span.service && span.startMs > later.startMs)
    )
      break
    if (endedBefore(tree, earlier, span) && endedBefore(tree, span, later)) return true
  }
  return false
}

function parentKey(span: SpanFacts): string {
  return span.traceId + (span.parentSpanId ?? '')
}

/** Whose model and whose calls these are: frameworks put steps between an agent and them, of which each has its own. */
function ownerKey(span: SpanFacts, tree: SpanTree): string {
  const above = tree.ancestorsOf(span)
  const owner = above.find(({ role }) => role !== 'other')
  const top = above.at(-1)
  // Before its agent has ended a step is known by the id of whoever is above it.
  return span.traceId + (owner?.spanId ?? (top ?? span).parentSpanId ?? top?.spanId ?? '')
}
