import { actedOnEmptyPage } from './acted-on-empty.ts'
import { budgetResetPage } from './budget-reset.ts'
import { categoryLostPage } from './category-lost.ts'
import { emptyUnknownCoveragePage } from './empty-unknown-coverage.ts'
import { errorAsSuccessPage } from './error-as-success.ts'
import { evidenceLostPage } from './evidence-lost.ts'
import { gaveUpEarlyPage } from './gave-up-early.ts'
import { ignoredWaitHintPage } from './ignored-wait-hint.ts'
import { indeterminateUncheckedPage } from './indeterminate-unchecked.ts'
import { noProgressLoopPage } from './no-progress-loop.ts'
import { overBudgetPage } from './over-budget.ts'
import { partialAsCompletePage } from './partial-as-complete.ts'
import { repeatedWritePage } from './repeated-write.ts'
import { retriedEmptyPage } from './retried-empty.ts'
import { retriedNonRetryablePage } from './retried-non-retryable.ts'
import { retryStormPage } from './retry-storm.ts'
import type { RulePage } from './rule.ts'
import { staleAnswerPage } from './stale-answer.ts'
import { swallowedErrorPage } from './swallowed-error.ts'
import { terminalIgnoredPage } from './terminal-ignored.ts'
import { timerInversionPage } from './timer-inversion.ts'
import { toolOverloadPage } from './tool-overload.ts'
import { unboundedCallPage } from './unbounded-call.ts'
import { unsafeRetryPage } from './unsafe-retry.ts'
import { viewsDisagreePage } from './views-disagree.ts'

const RULE_PAGES = {
  'empty-unknown-coverage': emptyUnknownCoveragePage,
  'retry-storm': retryStormPage,
  'budget-reset': budgetResetPage,
  'retried-non-retryable': retriedNonRetryablePage,
  'retried-empty': retriedEmptyPage,
  'unsafe-retry': unsafeRetryPage,
  'repeated-write': repeatedWritePage,
  'indeterminate-unchecked': indeterminateUncheckedPage,
  'no-progress-loop': noProgressLoopPage,
  'terminal-ignored': terminalIgnoredPage,
  'over-budget': overBudgetPage,
  'ignored-wait-hint': ignoredWaitHintPage,
  'timer-inversion': timerInversionPage,
  'error-as-success': errorAsSuccessPage,
  'swallowed-error': swallowedErrorPage,
  'category-lost': categoryLostPage,
  'partial-as-complete': partialAsCompletePage,
  'stale-answer': staleAnswerPage,
  'acted-on-empty': actedOnEmptyPage,
  'evidence-lost': evidenceLostPage,
  'gave-up-early': gaveUpEarlyPage,
  'unbounded-call': unboundedCallPage,
  'views-disagree': viewsDisagreePage,
  'tool-overload': toolOverloadPage,
} as const satisfies Readonly<Record<string, RulePage>>

/** The id of a rule of the list. */
export type RuleId = keyof typeof RULE_PAGES

/** What people read about a rule of the list; undefined for any other id. */
export function pageOf(id: string): RulePage | undefined {
  return isRuleId(id) ? RULE_PAGES[id] : undefined
}

function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(RULE_PAGES, id)
}
