import type { SpanFacts } from '../facts/span-facts.ts'
import { branchesOf } from './branches.ts'
import { groupBy } from './group-by.ts'
import { hasBelow } from './has-below.ts'
import { hasEnded } from './order.ts'
import type { SpanTree } from './tree.ts'
import { NO_PARENT } from './tree-parents.ts'
import type { Try } from './try.ts'
import { isConnectingStep, MAX_STEPS } from './turn-steps.ts'

/** What one agent does by itself, one thing after the other. */
export interface OwnSteps {
  readonly tries: Try[]
  /** Whose they are: their parent, or the span above the steps that they lie in; undefined where it is not there. */
  readonly owner: SpanFacts | undefined
  /** What tells owners apart, be they there or not. */
  readonly key: string
}

/**
 * Tries by their parent. Frameworks put a span around each turn of an agent (AI SDK 7), or around each node of its graph
 * (LangGraph): where fewer than `least` stand beside one another in such steps, they are those of whoever holds the steps.
 */
export function groupOwnSteps(tries: readonly Try[], least: number, tree: SpanTree): OwnSteps[] {
  const found: OwnSteps[] = []
  const parts: Above[] = []
  for (const group of groupSiblings(tries, tree)) {
    const [first] = group
    if (first === undefined) continue
    if (group.length >= least) {
      found.push({ tries: group, owner: tree.parentOf(first.span), key: keyOf(first.span) })
      continue
    }
    const above = aboveSteps(first.span, tree)
    if (above !== undefined) for (const item of group) parts.push({ ...above, item })
  }
  if (parts.length < least) return found
  for (const group of groupBy(parts, ({ key }) => key)) {
    const [first] = group
    if (first !== undefined && group.length >= least)
      found.push({ tries: group.map(({ item }) => item), owner: first.owner, key: first.key })
  }
  return found
}

/** Who made a call; spans that only connect are looked through. */
export function callerOf(span: SpanFacts, tree: SpanTree): SpanFacts | undefined {
  return tree.findAbove(span, ({ role }) => role !== 'other')
}

/**
 * Whether two calls lie in steps of one agent, the second in a later one than the first: not in branches side by side,
 * and not in items of a program, of which each asks a model of its own.
 */
export function areStepsOfAgent(a: SpanFacts, b: SpanFacts, tree: SpanTree): boolean {
  const [step, next] = branchesOf(tree, a, b)
  if (step.service === next.service && !hasEnded(step, next)) return false
  if (callerOf(b, tree)?.role === 'agent') return true
  return b.role !== 'model' && !hasBelow(next, tree, ({ role }) => role === 'model')
}

type Above = Pick<OwnSteps, 'owner' | 'key'> & { readonly item: Try }

/** Who holds the steps in which a span lies; undefined where it lies in none. */
function aboveSteps(span: SpanFacts, tree: SpanTree): Pick<OwnSteps, 'owner' | 'key'> | undefined {
  let step = tree.parentOf(span)
  if (step === undefined || !isConnectingStep(step)) return undefined
  for (let level = 0; level < MAX_STEPS; level++) {
    const owner = tree.parentOf(step)
    if (owner === undefined && step.parentSpanId === undefined)
      return { owner: step, key: `${step.traceId}${step.spanId}` }
    if (owner === undefined || !isConnectingStep(owner)) return { owner, key: keyOf(step) }
    step = owner
  }
  return undefined
}

const keyOf = ({ traceId, parentSpanId }: SpanFacts): string => `${traceId}${parentSpanId}`

/** Tries by the parent that their spans name, whether it is there or not: most are, and a number is faster than a text. */
function groupSiblings(tries: readonly Try[], tree: SpanTree): Try[][] {
  return groupBy(tries, ({ span }) => {
    const parent = tree.parentAt(tree.indexOf(span))
    return parent === NO_PARENT ? keyOf(span) : parent
  })
}
