import type { SpanFacts } from '../facts/span-facts.ts'
import { groupBy } from './group-by.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'

/** More steps inside one another are not looked through. */
export const MAX_STEPS = 8

/**
 * The span whose budget the calls of a tool are charged to, where that is not their parent. Frameworks put a span around
 * each turn of an agent (AI SDK 7, LangGraph), so that the tries a model makes of one call have a parent each. A span
 * that only connects, and that holds one of the tries and no more, is such a step: it repeats nothing, and whoever
 * repeats is above it. Calls that stay below their own parent are left out.
 */
export function holdersAboveSteps(tries: readonly Try[], tree: SpanTree): ReadonlyMap<Try, SpanFacts> {
  if (tries.length < 2) return NO_HOLDERS
  let moving: readonly Try[] = tries.every(isToolCall) ? tries : tries.filter(isToolCall)
  if (moving.length < 2 || areSiblings(moving, tree)) return NO_HOLDERS
  const holders = new Map<Try, SpanFacts>()
  const holderOf = (item: Try): SpanFacts | undefined => holders.get(item) ?? tree.parentOf(item.span)
  for (let level = 0; level < MAX_STEPS && moving.length > 1; level++) {
    const moved: Try[] = []
    for (const group of groupBy(moving, holderOf)) {
      const [item, ...others] = group
      const step = item && holderOf(item)
      const above =
        step !== undefined && others.length === 0 && isConnectingStep(step) ? tree.parentOf(step) : undefined
      if (item === undefined || above === undefined) continue
      holders.set(item, above)
      moved.push(item)
    }
    // Calls that met under one span stay there.
    const met = new Set(
      groupBy(tries.filter(isToolCall), holderOf).flatMap((group) => (group.length > 1 ? group : [])),
    )
    moving = moved.filter((item) => !met.has(item))
  }
  return holders
}

/** Calls that stand beside one another stay there. */
function areSiblings(tries: readonly Try[], tree: SpanTree): boolean {
  const [first] = tries
  const parent = first && tree.parentOf(first.span)
  return tries.every(({ span }) => tree.parentOf(span) === parent)
}

const NO_HOLDERS: ReadonlyMap<Try, SpanFacts> = new Map()

function isToolCall({ span, budgetId, number }: Try): boolean {
  return span.role === 'tool' && budgetId === undefined && number === undefined
}

/** A span that says nothing but that others belong together. */
export function isConnectingStep({ role, attempt, budget, operationId, layer }: SpanFacts): boolean {
  return (
    role === 'other' &&
    attempt === undefined &&
    budget === undefined &&
    operationId === undefined &&
    layer === undefined
  )
}
