import type { Budget } from './budget.ts'
import { groupBy } from './operation.ts'
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
  return groupBy(budgets, (budget) => `${budget.depth} ${budget.layer} ${budget.subKey}`)
    .map((group) => ({
      depth: group[0]?.depth ?? 0,
      budgets: group,
      tries: group.flatMap((budget) => budget.tries),
      mostByOne: group.reduce((most, budget) => Math.max(most, budget.tries.length), 0),
    }))
    .sort((a, b) => a.depth - b.depth)
}

/**
 * The layers that retried inside one another: each holds a budget that retried and encloses, or lies in, another
 * one that did. Fewer than two means that nothing multiplied.
 */
export function findNestedRetries(layers: readonly LayerOfBudgets[]): LayerOfBudgets[] {
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
