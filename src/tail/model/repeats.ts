import type { SpanFacts } from '../facts/span-facts.ts'
import { someBetween, sortByService } from './between.ts'
import { firstFrom } from './first-from.ts'
import { endedBefore, hasEnded, mayFollow, mayHaveEnded } from './order.ts'
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
  wantedByOneTurn(earlier: Pick<Try, 'span'>, later: Pick<Try, 'span'>): boolean
  /**
   * Whether the model was asked between two calls of one service, whatever ids they carry; undefined where no call of
   * it before them is known.
   */
  askedBetween(earlier: SpanFacts, later: SpanFacts): boolean | undefined
}

export function createModelTurns(tree: SpanTree): ModelTurns {
  const calls = new Map<string, SpanFacts[]>()
  const asked = new Set<string>()
  let last: SpanFacts | undefined
  let group: SpanFacts[] | undefined
  for (let index = 0; index < tree.spans.length; index++) {
    const span = tree.spans[index]
    if (span?.role !== 'model') continue
    // Children of one span have one owner, and often stand together.
    if (group === undefined || span.parentSpanId !== last?.parentSpanId || span.traceId !== last?.traceId) {
      asked.add(parentKey(span))
      const key = ownerKey(span, tree)
      group = calls.get(key) ?? []
      calls.set(key, group)
    }
    group.push(span)
    last = span
  }
  const byOwner = new Map([...calls].map(([owner, spans]) => [owner, sortByService(spans)]))
  return {
    askedBetween(earlier, later) {
      // One clock has to order them.
      const turns = byOwner.get(ownerKey(later, tree))?.get(later.service) ?? []
      const next = firstFrom(turns, later.startMs)
      const beside = turns[next]
      const last = beside !== undefined && mayHaveEnded(beside, later) ? beside : turns[next - 1]
      if (last === undefined) return undefined
      if (isUpon(earlier, last)) return true
      return last.startMs <= earlier.startMs ? false : undefined
    },
    wantedByOneTurn(earlier, later) {
      const a = earlier.span
      const b = later.span
      // The same call id is one wish carried out twice; two ids with no model call between are two wishes.
      if (a.callId === undefined || b.callId === undefined || a.callId === b.callId) return false
      // A step that holds a call of the model is a turn of its own.
      if (parentKey(a) !== parentKey(b) && asked.has(parentKey(b))) return false
      const owner = ownerKey(a, tree)
      const turns = owner === ownerKey(b, tree) ? byOwner.get(owner) : undefined
      if (turns === undefined || someBetween(turns, a, b, tree, isCall, isBefore)) return false
      return [...turns.values()].some((spans) => spans.some((turn) => mayFollow(tree, turn, a)))
    },
  }
}

const isCall = (): boolean => true

/**
 * Whether the model was asked after a call had ended. A model takes its time, so of the two that start in one
 * millisecond the one that ends in it was first.
 */
function isUpon(call: SpanFacts, turn: SpanFacts): boolean {
  return hasEnded(call, turn) || (mayHaveEnded(call, turn) && !mayHaveEnded(turn, call))
}

function isBefore(tree: SpanTree, earlier: SpanFacts, later: SpanFacts): boolean {
  return (
    endedBefore(tree, earlier, later) ||
    (later.role === 'model' && earlier.service === later.service && isUpon(earlier, later))
  )
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
