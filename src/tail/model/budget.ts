import type { Basis } from '../../semconv/attributes/finding.ts'
import type { Layer } from '../../semconv/attributes/run.ts'
import type { ClientLibrary } from '../facts/client-library.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { clientBehind } from './client.ts'
import type { DeclaredBudget, DeclaredBudgets } from './declared-budgets.ts'
import { groupBy, nearestOuter, type Operation } from './operation.ts'
import { endedBefore, hasEnded } from './order.ts'
import { isPolling } from './repeats.ts'
import { cutAfterSuccess, cutSequences } from './sequence.ts'
import { byStart } from './span-order.ts'
import { providerOf } from './target.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'
import { holdersAboveSteps } from './turn-steps.ts'

/** One budget that tries of an operation are charged to: declared, or the tries of one operation under one parent. */
export interface Budget {
  /** In order of number, else of start. */
  readonly tries: readonly Try[]
  readonly id: string | undefined
  readonly owner: string | undefined
  readonly maxAttempts: number | undefined
  readonly deadlineMs: number | undefined
  /** The span that opened it, where the trace has it. */
  readonly opener: SpanFacts | undefined
  readonly isApproved: boolean
  readonly layer: Layer
  /** How many budgets of the operation enclose this one. */
  readonly depth: number
  readonly outer: Budget | undefined
  /** Tells budgets of one layer apart that are not for the same thing. */
  readonly subKey: string
  readonly provider: string | undefined
  /** The library that makes its tries, where the spans tell. Worked out when somebody asks. */
  readonly client: ClientLibrary | undefined
  /** What ties its tries together. */
  readonly basis: Basis
  /** Two tries or more, a later one after a failure. */
  readonly hasRetried: boolean
}

/** Finds the budgets of an operation, enclosing ones first. */
export function findBudgets(operation: Operation, tree: SpanTree, declared: DeclaredBudgets): Budget[] {
  const members = new Set(operation.tries)
  const partOf = new Map<Try, Part>()
  const parts: Part[] = []
  const holders = holdersAboveSteps(operation.tries, tree)
  for (const group of groupBy(operation.tries, (item) => budgetKey(item, operation, declared, holders))) {
    const inGroup = new Set(group)
    // What an inherited budget spends inside a try of its root is that very try.
    const holders = new Set(group.map((item) => nearestOuter(item, inGroup)))
    const made = splitGroup(group.filter((item) => !holders.has(item)))
    for (const part of made) for (const item of part.tries) partOf.set(item, part)
    for (const holder of holders)
      if (holder !== undefined && made[0] !== undefined) partOf.set(holder, made[0])
    parts.push(...made)
  }
  const budgets = new Map<Part, Budget>()
  const underWay = new Set<Part>()
  return parts.map((part) => describe(part))

  function describe(part: Part): Budget {
    const known = budgets.get(part)
    if (known !== undefined) return known
    const [first] = part.tries
    underWay.add(part)
    const outer = outerPart(part)
    // Two budgets that hold tries of each other have no order: the one asked about first is the outer one.
    const outerBudget = outer !== undefined && !underWay.has(outer) ? describe(outer) : undefined
    underWay.delete(part)
    const root = first.budgetId === undefined ? undefined : declared.rootOf(first.budgetId)
    const stated = root === undefined ? undefined : (declared.get(root) ?? soleBudget(part.tries, declared))
    const budget: Budget = {
      tries: part.tries,
      id: root,
      owner: stated?.owner ?? first.span.budget?.owner,
      maxAttempts: stated?.maxAttempts ?? first.span.http?.invocationMax,
      deadlineMs: stated?.deadlineMs,
      opener: stated?.opener,
      isApproved: stated?.isApproved ?? false,
      layer: layerOf(part.tries),
      depth: outerBudget === undefined ? 0 : outerBudget.depth + 1,
      outer: outerBudget,
      subKey: part.place === 0 ? operation.subKeyOf(first) : `${operation.subKeyOf(first)} #${part.place}`,
      provider: providerOf(first),
      get client() {
        return clientBehind(part.tries, tree)
      },
      basis: basisOf(first, root),
      hasRetried: hasRetried(tree, part.tries),
    }
    budgets.set(part, budget)
    return budget
  }

  function outerPart(part: Part): Part | undefined {
    for (let at = nearestOuter(part.tries[0], members); at !== undefined; at = nearestOuter(at, members)) {
      const outer = partOf.get(at)
      if (outer !== undefined && outer !== part) return outer
    }
    return undefined
  }
}

/** What the one budget of the tries declares. Several that inherit from a root that is missing have no limit in common. */
function soleBudget(tries: readonly Try[], declared: DeclaredBudgets): DeclaredBudget | undefined {
  const [id, ...others] = new Set(tries.map((item) => item.budgetId))
  return id === undefined || others.length > 0 ? undefined : declared.get(id)
}

interface Part {
  /** Which thing of several in a row it is for, where only a success tells them apart; 0 otherwise. */
  readonly place: number
  readonly tries: readonly [Try, ...Try[]]
}

function budgetKey(
  item: Try,
  operation: Operation,
  declared: DeclaredBudgets,
  holders: ReadonlyMap<Try, SpanFacts>,
): string {
  if (item.budgetId !== undefined) return `budget ${declared.rootOf(item.budgetId)}`
  const { invocationId } = item.span.http ?? {}
  if (invocationId !== undefined) return `invocation ${invocationId}`
  const holderId = holders.get(item)?.spanId ?? item.span.parentSpanId ?? ''
  return `under ${item.span.traceId}${holderId} ${operation.subKeyOf(item)}`
}

function splitGroup(group: readonly Try[]): Part[] {
  const sorted = [...group].sort((a, b) => (a.number ?? 0) - (b.number ?? 0) || byStart(a.span, b.span))
  const isNumbered = sorted.some((item) => item.budgetId !== undefined || item.number !== undefined)
  const isCounted = isNumbered || sorted.some((item) => item.span.http?.sequence !== undefined)
  const cut = isNumbered ? [sorted] : isCounted ? cutSequences(sorted) : cutAfterSuccess(sorted)
  return cut.filter(isNotEmpty).map((tries, index) => ({ tries, place: isCounted ? 0 : index }))
}

function isNotEmpty<T>(items: T[]): items is [T, ...T[]] {
  return items.length > 0
}

function hasRetried(tree: SpanTree, sorted: readonly Try[]): boolean {
  if (sorted.length < 2 || isPolling(sorted)) return false
  let firstFailed: Try | undefined
  let lastFailed: Try | undefined
  for (const item of sorted) {
    const mayCount = item.failed || !hasUnknownBody(item)
    if (mayCount && (isRepeatOf(tree, firstFailed, item) || isRepeatOf(tree, lastFailed, item))) return true
    if (!item.failed) continue
    firstFailed ??= item
    lastFailed = item
  }
  return false
}

/**
 * A POST whose body nobody recorded: after one failure the next one may carry the next item. Only failure upon
 * failure looks like a repeat.
 */
function hasUnknownBody({ span, number }: Try): boolean {
  const { http } = span
  if (http === undefined || number !== undefined || http.sequence !== undefined) return false
  return http.method === 'POST' || http.method === 'PATCH'
}

function isRepeatOf(tree: SpanTree, failed: Try | undefined, later: Try): boolean {
  if (failed === undefined) return false
  const isCounted = failed.number !== undefined && later.number !== undefined && later.number > failed.number
  return isCounted ? !startedBeforeEnd(failed, later) : endedBefore(tree, failed.span, later.span)
}

/** A later number that was started before the earlier one failed is a hedge, not a repeat. */
function startedBeforeEnd(earlier: Try, later: Try): boolean {
  const { service, endMs } = earlier.span
  return service === later.span.service && endMs !== undefined && !hasEnded(earlier.span, later.span)
}

function basisOf(first: Try, root: string | undefined): Basis {
  if (root !== undefined || first.number !== undefined)
    return first.span.http?.invocationId ? 'header' : 'declared'
  if (first.span.http?.sequence !== undefined || first.span.http?.invocationId !== undefined) return 'header'
  return first.span.fingerprint === undefined ? 'position' : 'fingerprint'
}

function layerOf(tries: readonly Try[]): Layer {
  for (const { span } of tries) if (span.layer !== undefined) return span.layer
  const span = tries[0]?.span
  if (span?.role === 'http') return span.http?.sequenceBy === 'header' ? 'llm_sdk' : 'http'
  if (span?.role === 'tool')
    return span.kind === 'client' ? 'mcp_client' : span.kind === 'server' ? 'mcp_server' : 'agent'
  return span?.role === 'model' || span?.role === 'agent' ? 'agent' : '_OTHER'
}
