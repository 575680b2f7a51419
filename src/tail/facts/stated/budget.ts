import {
  ATTR_TOOLSPAN_BUDGET_APPROVED_BY,
  ATTR_TOOLSPAN_BUDGET_DEADLINE_MS,
  ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
  ATTR_TOOLSPAN_BUDGET_ID,
  ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
  ATTR_TOOLSPAN_BUDGET_OWNER,
  ATTR_TOOLSPAN_BUDGET_PARENT_ID,
  ATTR_TOOLSPAN_BUDGET_REASON,
  EXHAUSTIONS,
} from '../../../semconv/attributes/budget.ts'
import { countOf, memberOf, positiveOf, textOf } from '../attribute-values.ts'
import type { BudgetFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** What says which budget a try is charged to. */
export const BUDGET_ATTRIBUTES: readonly string[] = [
  ATTR_TOOLSPAN_BUDGET_APPROVED_BY,
  ATTR_TOOLSPAN_BUDGET_DEADLINE_MS,
  ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
  ATTR_TOOLSPAN_BUDGET_ID,
  ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
  ATTR_TOOLSPAN_BUDGET_OWNER,
  ATTR_TOOLSPAN_BUDGET_PARENT_ID,
  ATTR_TOOLSPAN_BUDGET_REASON,
]

/** The budget that a span states; undefined where it names none and none was spent. */
export function statedBudget({ attributes }: SpanInput): BudgetFacts | undefined {
  const id = textOf(attributes[ATTR_TOOLSPAN_BUDGET_ID])
  const exhaustedBy = memberOf(EXHAUSTIONS, attributes[ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY])
  if (id === undefined && exhaustedBy === undefined) return undefined
  return {
    id,
    exhaustedBy,
    owner: textOf(attributes[ATTR_TOOLSPAN_BUDGET_OWNER]),
    parentId: textOf(attributes[ATTR_TOOLSPAN_BUDGET_PARENT_ID]),
    maxAttempts: positiveOf(attributes[ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS]),
    deadlineMs: countOf(attributes[ATTR_TOOLSPAN_BUDGET_DEADLINE_MS]),
    approved:
      textOf(attributes[ATTR_TOOLSPAN_BUDGET_APPROVED_BY]) !== undefined &&
      textOf(attributes[ATTR_TOOLSPAN_BUDGET_REASON]) !== undefined,
  }
}
