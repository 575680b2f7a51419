import type { SpanFacts } from './facts/span-facts.ts'

/** An open span as it is seen now. */
export interface OpenSpanSeen {
  readonly facts: SpanFacts
  /** A call whose answer somebody waits for. */
  readonly isCall: boolean
  /** Somebody asks a person. */
  readonly asksPerson: boolean
}

/** What goes on below a call. */
export interface Life {
  /** The call waits for an inner one, or for a person. */
  readonly isWaiting: boolean
  /** When something last started or ended below it; 0 where nothing did. */
  readonly lastMs: number
}

/**
 * Looks below an open call: among the spans of its trace that are open, and among those that have ended. A request
 * that comes back in while a client waits (sampling, elicitation) has its parent in another process; it counts as
 * life of every client call of the trace that was open by then.
 */
export function lifeBelow(call: SpanFacts, open: readonly OpenSpanSeen[], ended: Iterable<SpanFacts>): Life {
  const byId = new Map<string, SpanFacts>()
  for (const span of ended) byId.set(span.spanId, span)
  for (const { facts } of open) byId.set(facts.spanId, facts)
  const known = new Map<string, boolean>([[call.spanId, true]])
  let lastMs = 0
  for (const span of byId.values()) {
    if (span === call || span.spanId === call.spanId || !isBelow(span, call, byId, known)) continue
    lastMs = Math.max(lastMs, span.endMs ?? span.startMs)
  }
  const isWaiting = open.some(
    ({ facts, isCall, asksPerson }) =>
      asksPerson || (isCall && facts.spanId !== call.spanId && known.get(facts.spanId) === true),
  )
  return { isWaiting, lastMs }
}

/** Walks up until something is known; `known` remembers the answer for every span on the way. */
function isBelow(
  span: SpanFacts,
  call: SpanFacts,
  byId: ReadonlyMap<string, SpanFacts>,
  known: Map<string, boolean>,
): boolean {
  const way: string[] = []
  let answer: boolean | undefined
  let current = span
  while (answer === undefined) {
    answer = known.get(current.spanId)
    if (answer !== undefined) break
    way.push(current.spanId)
    // A parent that leads back to a span on the way would lead round in circles.
    known.set(current.spanId, false)
    const parent = current.parentSpanId === undefined ? undefined : byId.get(current.parentSpanId)
    if (parent === undefined) answer = isCallback(current, call)
    else current = parent
  }
  for (const spanId of way) known.set(spanId, answer)
  return answer
}

function isCallback(top: SpanFacts, call: SpanFacts): boolean {
  return (
    call.kind === 'client' &&
    top.kind === 'server' &&
    top.parentSpanId !== undefined &&
    top.startMs >= call.startMs
  )
}
