import { actedOnEmpty } from './acted-on-empty.ts'
import { budgetReset } from './budget-reset.ts'
import { categoryLost } from './category-lost.ts'
import { emptyUnknownCoverage } from './empty-unknown-coverage.ts'
import { errorAsSuccess } from './error-as-success.ts'
import { evidenceLost } from './evidence-lost.ts'
import { gaveUpEarly } from './gave-up-early.ts'
import { ignoredWaitHint } from './ignored-wait-hint.ts'
import { indeterminateUnchecked } from './indeterminate-unchecked.ts'
import { noProgressLoop } from './no-progress-loop.ts'
import { overBudget } from './over-budget.ts'
import { partialAsComplete } from './partial-as-complete.ts'
import { repeatedWrite } from './repeated-write.ts'
import { retriedEmpty } from './retried-empty.ts'
import { retriedNonRetryable } from './retried-non-retryable.ts'
import { retryStorm } from './retry-storm.ts'
import type { Rule } from './rule.ts'
import { staleAnswer } from './stale-answer.ts'
import { swallowedError } from './swallowed-error.ts'
import { terminalIgnored } from './terminal-ignored.ts'
import { timerInversion } from './timer-inversion.ts'
import { toolOverload } from './tool-overload.ts'
import { unboundedCall } from './unbounded-call.ts'
import { unsafeRetry } from './unsafe-retry.ts'
import { viewsDisagree } from './views-disagree.ts'

/** Every rule, in the order in which findings are reported (design.md section 5). */
export const RULES: readonly Rule[] = [
  emptyUnknownCoverage,
  retryStorm,
  budgetReset,
  retriedNonRetryable,
  retriedEmpty,
  unsafeRetry,
  repeatedWrite,
  indeterminateUnchecked,
  noProgressLoop,
  terminalIgnored,
  overBudget,
  ignoredWaitHint,
  timerInversion,
  errorAsSuccess,
  swallowedError,
  categoryLost,
  partialAsComplete,
  staleAnswer,
  actedOnEmpty,
  evidenceLost,
  gaveUpEarly,
  unboundedCall,
  viewsDisagree,
  toolOverload,
]
