import type { Basis } from '../../semconv/attributes/finding.ts'
import type { Layer } from '../../semconv/attributes/run.ts'
import type { ClientLibrary } from '../facts/client-library.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { clientBehind } from './client.ts'
import type { DeclaredBudget, DeclaredBudgets } from './declared-budgets.ts'
import { groupBy } from './group-by.ts'
import { nearestOuter, type Operation } from './operation.ts'
import { endedBefore, mayHaveEnded } from './order.ts'
import { isPolling } from './repeats.ts'
import { cutAfterSuccess, cutSequences } from './sequence.ts'
import { byStart, putInOrder } from './span-order.ts'
import { providerOf } from './target.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'
import type { TryMap, TrySet } from './try-set.ts'
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
  /** The library that makes its tries, where the spans tell and no owner is declared. */
  readonly client: ClientLibrary | undefined
  /** What ties its tries together. */
  readonly basis: Basis
  /** Two tries or more, a later one after a failure. */
  readonly hasRetried: boolean
}

/** What budgets are found with: the helpers that are made once a run. */
export interface BudgetContext {
  readonly tree: SpanTree
  readonly declared: DeclaredBudgets
  readonly members: TrySet
  readonly partOf: TryMap<Part>
}

/** Finds the budgets of an operation, enclosing ones first. */
export function findBudgets(
  operation: Operation,
  { tree, declared, members, partOf }: BudgetContext,
): readonly Budget[] {
  partOf.clear()
  const parts: Part[] = []
  const holders = holdersAboveSteps(operation.tries, tree)
  for (const group of groupBy(operation.tries, (item) => budgetKey(item, operation, declared, holders))) {
    // What an inherited budget spends inside a try of its root is that very try.
    const enclosing = triesAround(group, members)
    const made = splitGroup(enclosing === undefined ? group : group.filter((item) => !enclosing.has(item)))
    for (const part of made) for (const item of part.tries) partOf.set(item, part)
    if (made[0] !== undefined) for (const item of enclosing ?? []) partOf.set(item, made[0])
    parts.push(...made)
  }
  return parts.map(describe)

  function describe(part: Part): Budget {
    if (part.budget !== undefined) return part.budget
    const [first] = part.tries
    part.isUnderWay = true
    const outer = outerPart(part)
    // Two budgets that hold tries of each other have no order: the one asked about first is the outer one.
    const outerBudget = outer !== undefined && !outer.isUnderWay ? describe(outer) : undefined
    part.isUnderWay = false
    const root = first.budgetId === undefined ? undefined : declared.rootOf(first.budgetId)
    const stated = root === undefined ? undefined : (declared.get(root) ?? soleBudget(part.tries, declared))
    const owner = stated?.owner ?? first.span.budget?.owner
    const subKey = operation.subKeyOf(first)
    part.budget = {
      tries: part.tries,
      id: root,
      owner,
      maxAttempts: stated?.maxAttempts ?? first.span.http?.invocationMax,
      deadlineMs: stated?.deadlineMs,
      opener: stated?.opener,
      isApproved: stated?.isApproved ?? false,
      layer: layerOf(part.tries),
      depth: outerBudget === undefined ? 0 : outerBudget.depth + 1,
      outer: outerBudget,
      subKey: part.place === 0 ? subKey : `${subKey} #${part.place}`,
      provider: providerOf(first),
      client: owner === undefined ? clientBehind(part.tries, tree) : undefined,
      basis: basisOf(first, root),
      hasRetried: hasRetried(tree, part.tries),
    }
    return part.budget
  }

  function outerPart(part: Part): Part | undefined {
    for (let at = part.tries[0].outer; at !== undefined; at = at.outer) {
      const outer = partOf.get(at)
      if (outer !== undefined && outer !== part) return outer
    }
    return undefined
  }
}

/** Those of the group that enclose others of it; undefined where none does. */
function triesAround(group: readonly Try[], members: TrySet): ReadonlySet<Try> | undefined {
  if (group.length < 2) return undefined
  members.fill(group)
  let around: Set<Try> | undefined
  for (const item of group) {
    const outer = nearestOuter(item, members)
    if (outer !== undefined) around = (around ?? new Set()).add(outer)
  }
  return around
}

/** What the one budget of the tries declares. Several that inherit from a root that is missing have no limit in common. */
function soleBudget(tries: readonly Try[], declared: DeclaredBudgets): DeclaredBudget | undefined {
  const [id, ...others] = new Set(tries.map((item) => item.budgetId))
  return id === undefined || others.length > 0 ? undefined : declared.get(id)
}

/** Tries that are charged to one budget. */
export interface Part {
  /** What was found out about it. */
  budget: Budget | undefined
  isUnderWay: boolean
  /** Which thing of several in a row it is for, where only a success tells them apart; 0 otherwise. */
  readonly place: number
  readonly tries: readonly [Try, ...Try[]]
}

function budgetKey(
  item: Try,
  operation: Operation,
  declared: DeclaredBudgets,
  holders: ReadonlyMap<Try, SpanFacts>,
): DeclaredBudget | string {
  if (item.budgetId !== undefined) {
    const root = declared.rootOf(item.budgetId)
    return declared.get(root) ?? `budget ${root}`
  }
  const { invocationId } = item.span.http ?? {}
  if (invocationId !== undefined) return `invocation ${invocationId}`
  const holderId = holders.get(item)?.spanId ?? item.span.parentSpanId ?? ''
  return `under ${item.span.traceId}${holderId} ${operation.subKeyOf(item)}`
}

function splitGroup(group: Try[]): Part[] {
  const sorted = putInOrder(group, byNumber)
  const isNumbered = sorted.some((item) => item.budgetId !== undefined || item.number !== undefined)
  const isCounted = isNumbered || sorted.some((item) => item.span.http?.sequence !== undefined)
  const cut = isNumbered ? [sorted] : isCounted ? cutSequences(sorted) : cutAfterSuccess(sorted)
  const parts: Part[] = []
  for (const tries of cut) {
    if (!isNotEmpty(tries)) continue
    parts.push({ tries, place: isCounted ? 0 : parts.length, budget: undefined, isUnderWay: false })
  }
  return parts
}

function byNumber(a: Try, b: Try): number {
  return (a.number ?? 0) - (b.number ?? 0) || byStart(a.span, b.span)
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
  return service === later.span.service && endMs !== undefined && !mayHaveEnded(earlier.span, later.span)
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

const STRENGTH: readonly Basis[] = ['declared', 'header', 'fingerprint', 'position']

/** The weakest of several ties: a chain of evidence holds no better. */
export function weakestBasis(budgets: readonly Budget[]): Basis {
  return budgets.reduce<Basis>(
    (weakest, { basis }) => (STRENGTH.indexOf(basis) > STRENGTH.indexOf(weakest) ? basis : weakest),
    'declared',
  )
}
