import { budgetReset } from './budget-reset.ts'
import { emptyUnknownCoverage } from './empty-unknown-coverage.ts'
import { retryStorm } from './retry-storm.ts'
import type { Rule } from './rule.ts'

/** Every rule, in the order in which findings are reported. */
export const RULES: readonly Rule[] = [emptyUnknownCoverage, retryStorm, budgetReset]
