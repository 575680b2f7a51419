import type { SpanFacts } from '../facts/span-facts.ts'
import { statedIn } from './stated.ts'
import { MAX_DEPTH, type SpanTree } from './tree.ts'
import { NO_PARENT } from './tree-parents.ts'
import { candidatesOf } from './try-candidates.ts'

/** One execution of something that could be repeated. Several spans may show the same one. */
export interface Try {
  /** Its place among the tries of its run. */
  readonly index: number
  /** The outermost span of the execution: where it is pointed to. */
  readonly span: SpanFacts
  /** Every span of the execution, the outermost first. */
  readonly spans: readonly SpanFacts[]
  /** The nearest enclosing try; no more than 256 enclose one another. */
  readonly outer: Try | undefined
  readonly failed: boolean
  /** Which try it is, where its own span says so; a number carried over from an enclosing attempt is none. */
  readonly number: number | undefined
  /** The budget it is charged to, under the same condition. */
  readonly budgetId: string | undefined
}

/**
 * The tries of a run: tool calls, model calls, outgoing HTTP requests, attempt spans and numbered sessions of an
 * agent. The two sides of one MCP request are one try, and so are an attempt span and the call made in it, and an
 * MCP call over HTTP and the request that carries it.
 */
export function collectTries(tree: SpanTree): readonly Try[] {
  const candidates = candidatesOf(tree)
  const carriedFrom = findCarriedNumbers(tree, candidates)
  const carriedBy = countBy(carriedFrom.values())
  const soleCallers: SoleCallers = new Map()
  /** Which try each span belongs to, by place of the span. */
  const shownBy = new Int32Array(tree.spans.length).fill(NO_PARENT)
  const tries = new Array<MutableTry>(candidates.length)
  let count = 0
  for (let index = 0; index < candidates.length; index++) {
    const place = candidates[index] ?? NO_PARENT
    const span = tree.spans[place]
    if (span === undefined) continue
    const source = carriedFrom.size === 0 ? undefined : carriedFrom.get(span)
    const isSoleCallOf = source !== undefined && carriedBy.get(source) === 1 ? source : undefined
    const same = isAnswerOf(tree, span, soleCallers) ?? isSoleCallOf ?? carriedCallOf(tree, span)
    const shown = same && tries[shownBy[tree.indexOf(same)] ?? NO_PARENT]
    if (shown !== undefined) {
      shown.spans.push(span)
      shownBy[place] = shown.index
      continue
    }
    const outer = tries[nearestAbove(tree, place, shownBy)]
    const isCut = outer === undefined || outer.depth === MAX_DEPTH
    const made: MutableTry = {
      index: count,
      span,
      spans: [span],
      outer: isCut ? undefined : outer,
      depth: isCut ? 1 : outer.depth + 1,
      failed: span.failed,
      number: source === undefined ? span.attempt : undefined,
      budgetId: source === undefined ? span.budget?.id : undefined,
    }
    shownBy[place] = count
    tries[count++] = made
  }
  tries.length = count
  return tries
}

/** Which try the nearest enclosing span belongs to that belongs to one; -1 where none does. */
function nearestAbove(tree: SpanTree, place: number, shownBy: Int32Array): number {
  let at = tree.parentAt(place)
  for (let steps = 0; at >= 0 && steps < MAX_DEPTH; steps++) {
    const shown = shownBy[at] ?? NO_PARENT
    if (shown !== NO_PARENT) return shown
    at = tree.parentAt(at)
  }
  return NO_PARENT
}

/** The input of a try, where one of its spans says it. */
export function inputOf(of: Try): string | undefined {
  return of.spans.find((span) => span.fingerprint !== undefined)?.fingerprint
}

/** The operation id that a try states. */
export function operationIdOf(item: Try): string | undefined {
  for (const { operationId } of item.spans) if (operationId !== undefined) return operationId
  return undefined
}

/** Whether it is known with which input a tool was called. */
export function isFingerprinted(item: Try): boolean {
  return item.span.tool !== undefined && item.span.fingerprint !== undefined
}

/** The idempotency key of a try, with what it is a key of. */
export function keyOf({ span }: Try): string | undefined {
  const { idempotencyKey, tool, http } = span
  return idempotencyKey === undefined ? undefined : `key ${tool ?? http?.url ?? ''} ${idempotencyKey}`
}

interface MutableTry extends Try {
  readonly spans: SpanFacts[]
  readonly depth: number
}

/** The span of the MCP call that the server span `span` answers. HTTP spans may lie between the two. */
function isAnswerOf(tree: SpanTree, span: SpanFacts, soleCallers: SoleCallers): SpanFacts | undefined {
  if (span.kind !== 'server' || span.role !== 'tool') return undefined
  const call = tree.findAbove(span, (ancestor) => !isBetween(ancestor))
  if (call?.role !== 'tool' || call.tool !== span.tool) return undefined
  return call.kind === 'client' || isSoleCaller(tree, call, soleCallers) ? call : undefined
}

/** What is known of the spans that stand for a client's. */
type SoleCallers = Map<SpanFacts, boolean>

/**
 * Whether an INTERNAL span stands for the client's: one that took the attributes of the first call made in it, which
 * then has no CLIENT span. Where several requests come straight from it, its client is one that nobody sees, and each
 * is a try of its own.
 */
function isSoleCaller(tree: SpanTree, call: SpanFacts, known: SoleCallers): boolean {
  if (call.kind !== 'internal') return false
  let isSole = known.get(call)
  if (isSole === undefined) {
    let answers = 0
    tree.walkDown(call, (below) => {
      const isAnswer = below.kind === 'server' && below.role === 'tool' && below.tool === call.tool
      // The rounds of one call that ask for input end with one that does not.
      if (isAnswer && below.result?.status !== 'input_required') answers++
      return isBetween(below)
    })
    isSole = answers < 2
    known.set(call, isSole)
  }
  return isSole
}

/** Spans that may lie between the two sides of a request: no try of anything else. */
function isBetween({ role, attempt }: SpanFacts): boolean {
  return (role === 'other' || role === 'http') && attempt === undefined
}

/** The MCP call that the HTTP request `span` carries; a second request of the same call would be a try of its own. */
function carriedCallOf(tree: SpanTree, span: SpanFacts): SpanFacts | undefined {
  if (span.role !== 'http' || span.kind !== 'client') return undefined
  const call = tree.parentOf(span)
  if (call?.isOverHttp !== true || call.role !== 'tool' || call.kind !== 'client') return undefined
  const requests = tree.childrenOf(call).filter((child) => child.role === 'http' && child.kind === 'client')
  return requests.length === 1 ? call : undefined
}

/** For each span that repeats budget and number of an ancestor: that ancestor. */
function findCarriedNumbers(tree: SpanTree, places: Int32Array): Map<SpanFacts, SpanFacts> {
  const carried = new Map<SpanFacts, SpanFacts>()
  if (!statedIn(tree).budgets) return carried
  for (let index = 0; index < places.length; index++) {
    const span = tree.spans[places[index] ?? NO_PARENT]
    const id = span?.budget?.id
    if (span === undefined || id === undefined || span.attempt === undefined) continue
    const source = tree.findAbove(
      span,
      (ancestor) => ancestor.attempt === span.attempt && ancestor.budget?.id === id,
    )
    if (source !== undefined) carried.set(span, source)
  }
  return carried
}

function countBy<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}
