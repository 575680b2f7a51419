import type { FindingLayer } from '../../findings/finding.ts'
import type { LayerOfBudgets } from '../../model/layer.ts'

/** A layer as a finding lists it: who retried, how often, and what it says it allows. */
export function describeLayer({ budgets, tries, mostByOne }: LayerOfBudgets): FindingLayer {
  const [budget] = budgets
  return {
    layer: budget?.layer ?? '_OTHER',
    ...(budget?.owner === undefined ? {} : { owner: budget.owner }),
    attempts: tries.length,
    mostByOne,
    ...(budget?.maxAttempts === undefined ? {} : { maxAttempts: budget.maxAttempts }),
  }
}
