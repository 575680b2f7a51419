import type { SpanFacts } from '../facts/span-facts.ts'
import { byStart, putInOrder } from './span-order.ts'
import { MAX_DEPTH, type SpanTree } from './tree.ts'

const NO_TRY = -1

/** The places of the spans that may be tries: those that enclose others first, else in order of start. */
export function candidatesOf(tree: SpanTree): Int32Array {
  const { spans } = tree
  const refused = httpNotTries(tree)
  const depths = new Int32Array(spans.length)
  /** By depth: how many there are, and then where the next one belongs. */
  const next = new Int32Array(MAX_DEPTH + 1)
  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    const depth = span !== undefined && isTry(span) && !refused?.has(span) ? tree.depthAt(place) : NO_TRY
    depths[place] = depth
    if (depth !== NO_TRY) next[depth] = (next[depth] ?? 0) + 1
  }
  let count = 0
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const before = count
    count += next[depth] ?? 0
    next[depth] = before
  }
  const places = new Int32Array(count)
  for (let place = 0; place < spans.length; place++) {
    const depth = depths[place] ?? NO_TRY
    if (depth === NO_TRY) continue
    const at = next[depth] ?? 0
    places[at] = place
    next[depth] = at + 1
  }
  let from = 0
  for (const to of next) {
    if (to > from) sortByStart(places.subarray(from, to), spans)
    from = to
  }
  return places
}

function sortByStart(places: Int32Array, spans: readonly SpanFacts[]): void {
  putInOrder(places, (a: number, b: number) => {
    const one = spans[a]
    const other = spans[b]
    return one && other ? byStart(one, other) : 0
  })
}

function isTry(span: SpanFacts): boolean {
  if (span.attempt !== undefined) return true
  if (wasNeverStarted(span)) return false
  // A span with a budget and no number is the budget's own: its attempts are the tries.
  if (span.budget?.id !== undefined) return false
  return span.role === 'tool' || span.role === 'model' || span.role === 'http'
}

/** A call that a spent budget or an open circuit breaker refused made no try. */
function wasNeverStarted(span: SpanFacts): boolean {
  const by = span.budget?.exhaustedBy
  return by === 'shared_budget' || by === 'throttled'
}

/**
 * A redirect is no try of its own, nor is a 401 that was answered by one repeat with new credentials. Undefined where
 * there is none.
 */
function httpNotTries(tree: SpanTree): ReadonlySet<SpanFacts> | undefined {
  let found: Set<SpanFacts> | undefined
  let byTarget: Map<string, SpanFacts[]> | undefined
  for (let index = 0; index < tree.spans.length; index++) {
    const span = tree.spans[index]
    if (span?.http === undefined || span.attempt !== undefined) continue
    byTarget ??= new Map()
    const key = `${span.traceId}${span.parentSpanId ?? ''} ${span.http.method} ${span.http.url}`
    const group = byTarget.get(key)
    if (group === undefined) byTarget.set(key, [span])
    else group.push(span)
  }
  for (const group of byTarget?.values() ?? []) {
    putInOrder(group, byStart)
    for (const [index, span] of group.entries()) {
      const status = span.http?.status ?? 0
      const next = group[index + 1]
      const isRedirect = status >= 300 && status < 400 && status !== 304
      const isRenewed = status === 401 && next !== undefined && next.http?.status !== 401
      if (isRedirect || isRenewed) found = (found ?? new Set()).add(span)
    }
  }
  return found
}
