import type { Budget } from './budget.ts'
import { groupBy } from './group-by.ts'
import { putInOrder } from './span-order.ts'
import type { Try } from './try.ts'

/** All budgets of an operation at one depth, under one label, for one thing. */
export interface LayerOfBudgets {
  readonly depth: number
  readonly budgets: readonly Budget[]
  readonly tries: readonly Try[]
  /** The most tries that one budget of the layer made. */
  readonly mostByOne: number
}

/** Sorts budgets into layers, the outermost first. */
export function groupLayers(budgets: readonly Budget[]): LayerOfBudgets[] {
  if (budgets.length === 1) return [layerOf(budgets)]
  const groups = groupBy(budgets, (budget) => `${budget.depth} ${budget.layer} ${budget.subKey}`)
  return putInOrder(groups.map(layerOf), (a, b) => a.depth - b.depth)
}

function layerOf(budgets: readonly Budget[]): LayerOfBudgets {
  const [first] = budgets
  const isOne = first !== undefined && budgets.length === 1
  return {
    depth: first?.depth ?? 0,
    budgets,
    tries: isOne ? first.tries : triesOf(budgets),
    mostByOne: budgets.reduce((most, budget) => Math.max(most, budget.tries.length), 0),
  }
}

function triesOf(budgets: readonly Budget[]): readonly Try[] {
  const tries: Try[] = []
  for (const budget of budgets) for (const item of budget.tries) tries.push(item)
  return tries
}

const NONE: readonly LayerOfBudgets[] = []

/**
 * The layers that retried inside one another: each holds a budget that retried and encloses, or lies in, another
 * one that did. Fewer than two means that nothing multiplied.
 */
export function findNestedRetries(layers: readonly LayerOfBudgets[]): readonly LayerOfBudgets[] {
  if (layers.length < 2) return NONE
  const nested = new Set<Budget>()
  for (const layer of layers) {
    for (const budget of layer.budgets) {
      if (!budget.hasRetried) continue
      for (let outer = budget.outer; outer !== undefined; outer = outer.outer) {
        if (!outer.hasRetried) continue
        nested.add(outer)
        nested.add(budget)
      }
    }
  }
  return layers.filter((layer) => layer.budgets.some((budget) => nested.has(budget)))
}
