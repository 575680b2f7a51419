import type { SpanFacts } from '../facts/span-facts.ts'
import { Refusals } from './refusals.ts'
import { StepRows } from './step-rows.ts'
import { requestTargetOf } from './target.ts'
import { TieTable } from './tie-table.ts'
import { isUnprovenNone } from './unproven-none.ts'

const FIRST_ROOM = 1024
/** So many spans before those that are looked at are looked at, too. */
const MARGIN = 64

/** What spans can be tied by. */
const TIE = {
  node: 1,
  children: 2,
  operation: 3,
  budget: 4,
  key: 5,
  mcpRequest: 6,
  invocation: 7,
  input: 8,
  request: 9,
  trace: 10,
  pages: 11,
  listing: 12,
  none: 13,
  model: 14,
  failedRequest: 15,
} as const

/**
 * What ties the spans of a run to earlier ones, so that what has grown can be judged without all that was judged
 * before. Spans stand in the order in which they came. Two spans are tied where a rule may see both at once: parent
 * and child, tries of one operation, budget or request, calls with equal arguments, steps in a row, pages of one
 * listing, refusals of one target, an empty answer and the write after it. Rather too much is tied than too little.
 */
export class RunTies {
  readonly #spans: SpanFacts[] = []
  readonly #table = new TieTable()
  /** By place: the earliest place that the span is tied to; its own where there is none. */
  #reach = new Int32Array(FIRST_ROOM)
  /** By place: the last call of a model before it. */
  #turns = new Int32Array(FIRST_ROOM)
  #lastModel = -1
  readonly #rows = new StepRows()
  readonly #refusals = new Refusals()

  /** In the order in which they came. */
  get spans(): readonly SpanFacts[] {
    return this.#spans
  }

  /** Notes a span that came after all others. */
  add(span: SpanFacts): void {
    const place = this.#spans.push(span) - 1
    if (place >= this.#reach.length) {
      this.#reach = larger(this.#reach)
      this.#turns = larger(this.#turns)
    }
    this.#turns[place] = this.#turnBefore(span, place)
    this.#reach[place] = Math.min(place, this.#earliest(span, place))
  }

  /** The first of the places that have to be looked at when those from `place` on are, and spans that are open. */
  startFor(place: number, open: readonly SpanFacts[]): number {
    let start = Math.max(0, place - MARGIN)
    for (const span of open) start = Math.min(start, this.#earliestBefore(span, start))
    for (let at = this.#spans.length - 1; at >= start; at--) start = Math.min(start, this.#reach[at] ?? at)
    return start
  }

  /** What a span that has not come yet goes on with, else `place`. */
  #earliestBefore({ operationId, budget, tool, fingerprint }: SpanFacts, place: number): number {
    const known = [
      operationId === undefined ? -1 : this.#table.get(TIE.operation, operationId),
      budget?.id === undefined ? -1 : this.#table.get(TIE.budget, budget.id),
      tool === undefined || fingerprint === undefined ? -1 : this.#table.get(TIE.input, fingerprint),
    ]
    return known.reduce((least, at) => (at < 0 ? least : Math.min(least, at)), place)
  }

  /** The last call of a model before the span: beside it, else of any agent. */
  #turnBefore({ role, traceId, parentSpanId }: SpanFacts, place: number): number {
    const parentId = traceId + parentSpanId
    const beside = this.#table.get(TIE.model, parentId)
    if (role === 'model') {
      this.#table.last(TIE.model, parentId, place)
      this.#lastModel = place
    }
    const turn = beside >= 0 ? beside : this.#lastModel
    return turn >= 0 && turn < place ? turn : place
  }

  #earliest(span: SpanFacts, place: number): number {
    const ids = span.traceId + span.spanId
    let earliest = this.#tied(TIE.node, ids, place)
    const below = this.#table.get(TIE.children, ids)
    if (below >= 0) earliest = Math.min(earliest, below)
    if (span.parentSpanId !== undefined) {
      const parentId = span.traceId + span.parentSpanId
      this.#table.first(TIE.children, parentId, place)
      const parent = this.#table.get(TIE.node, parentId)
      if (parent >= 0) earliest = Math.min(earliest, parent)
    }
    return Math.min(earliest, this.#earliestOfOperation(span, place), this.#earliestOfRule(span, place))
  }

  #earliestOfOperation(span: SpanFacts, place: number): number {
    const { operationId, budget, idempotencyKey, requestKey, fingerprint, tool, http } = span
    let earliest = place
    const tie = (kind: number, name: string | undefined): void => {
      if (name !== undefined) earliest = Math.min(earliest, this.#tied(kind, name, place))
    }
    tie(TIE.operation, operationId)
    tie(TIE.budget, budget?.id)
    tie(TIE.budget, budget?.parentId)
    tie(TIE.key, idempotencyKey)
    tie(TIE.mcpRequest, requestKey)
    tie(TIE.invocation, http?.invocationId)
    if (tool !== undefined && fingerprint !== undefined) {
      const equal = this.#tied(TIE.input, fingerprint, place)
      // Calls that one answer of the model asked for are no repeats: the answer is looked at, too.
      if (equal < place) earliest = Math.min(earliest, this.#turns[equal] ?? equal)
    }
    const target = requestTargetOf(span)
    if (target !== undefined) earliest = Math.min(earliest, this.#earliestRequest(span, target, place))
    for (const { traceId } of span.links ?? []) tie(TIE.trace, traceId)
    if (span.parentSpanId === undefined) tie(TIE.trace, span.traceId)
    return earliest
  }

  /** A request is one more try of an earlier one that failed; one that is marked as a resend, of any. */
  #earliestRequest(span: SpanFacts, target: string, place: number): number {
    const failedBefore = span.failed
      ? this.#tied(TIE.failedRequest, target, place)
      : this.#table.get(TIE.failedRequest, target)
    const sent = this.#tied(TIE.request, `${span.traceId}${span.parentSpanId} ${target}`, place)
    // Whether a write is the next one of a list, those before it tell.
    const goesOn = (span.http?.sequence ?? 0) > 0 || (span.effect === 'write' && failedBefore >= 0)
    const earliest = goesOn ? sent : place
    return failedBefore < 0 ? earliest : Math.min(earliest, failedBefore)
  }

  #earliestOfRule(span: SpanFacts, place: number): number {
    const { role, tool, result, effect } = span
    let earliest = place
    if (result?.hasMore === true) this.#table.first(TIE.pages, tool ?? '', place)
    if (result?.total !== undefined) {
      const beside = this.#tied(TIE.listing, `${tool} ${result.total}`, place)
      const page = this.#table.get(TIE.pages, tool ?? '')
      const isShort = (result.count ?? result.total) < result.total
      if (isShort) earliest = Math.min(earliest, beside, page < 0 ? place : page)
    }
    if (role === 'model' || role === 'http')
      earliest = Math.min(earliest, this.#refusals.placeFor(span, place))
    if (role === 'tool' && effect === 'write') {
      const none = this.#table.get(TIE.none, '')
      if (none >= 0) earliest = Math.min(earliest, none)
    } else if (isUnprovenNone(span)) this.#table.last(TIE.none, '', place)
    const row = this.#rows.placeFor(span, place)
    // Steps that one answer of the model asked for are no loop: the answer is looked at, too.
    return Math.min(earliest, row, row < place ? (this.#turns[row] ?? row) : place)
  }

  /** The first place of the name. */
  #tied(kind: number, name: string, place: number): number {
    return this.#table.first(kind, name, place)
  }
}

function larger(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const made = new Int32Array(2 * numbers.length)
  made.set(numbers)
  return made
}
