import type { Basis } from '../../semconv/attributes/finding.ts'
import type { Budget } from './budget.ts'

const STRENGTH: readonly Basis[] = ['declared', 'header', 'fingerprint', 'position']

/** The weakest of several ties: a chain of evidence holds no better. */
export function weakestBasis(budgets: readonly Budget[]): Basis {
  return budgets.reduce<Basis>(
    (weakest, { basis }) => (STRENGTH.indexOf(basis) > STRENGTH.indexOf(weakest) ? basis : weakest),
    'declared',
  )
}
