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
import { ATTR_TOOLSPAN_COVERAGE_STATUS, COVERAGE_STATUSES } from '../../../semconv/attributes/coverage.ts'
import {
  ATTR_TOOLSPAN_ERROR_CATEGORY,
  ATTR_TOOLSPAN_ERROR_RETRYABLE,
  ERROR_CATEGORIES,
} from '../../../semconv/attributes/error.ts'
import {
  ATTR_TOOLSPAN_ATTEMPT_NUMBER,
  ATTR_TOOLSPAN_OPERATION_FINGERPRINT,
  ATTR_TOOLSPAN_OPERATION_ID,
} from '../../../semconv/attributes/operation.ts'
import {
  ATTR_TOOLSPAN_RESULT_COUNT,
  ATTR_TOOLSPAN_RESULT_FINGERPRINT,
  ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
  ATTR_TOOLSPAN_RESULT_SCANNED,
  ATTR_TOOLSPAN_RESULT_STATUS,
  ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE,
  RESULT_STATUSES,
} from '../../../semconv/attributes/result.ts'
import {
  ATTR_TOOLSPAN_LAYER,
  ATTR_TOOLSPAN_RUN_ID,
  ATTR_TOOLSPAN_TURN_ID,
  LAYERS,
} from '../../../semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_PROGRESS_COUNT } from '../../../semconv/attributes/timeout.ts'
import { ATTR_TOOLSPAN_TOOL_EFFECT, TOOL_EFFECTS } from '../../../semconv/attributes/tool.ts'
import { countOf, memberOf, textOf } from '../attribute-values.ts'
import type { BudgetFacts, ResultFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect } from './dialect.ts'

/** Toolspan's own attributes: what they state is taken as stated. */
export const toolspanDialect: Dialect = {
  id: 'toolspan',
  summary: 'Spans with `toolspan.*` attributes, whoever set them.',
  read(span, facts) {
    const { attributes } = span
    facts.runId = textOf(attributes[ATTR_TOOLSPAN_RUN_ID])
    facts.turnId = textOf(attributes[ATTR_TOOLSPAN_TURN_ID])
    facts.operationId = textOf(attributes[ATTR_TOOLSPAN_OPERATION_ID])
    facts.fingerprint = textOf(attributes[ATTR_TOOLSPAN_OPERATION_FINGERPRINT])
    facts.layer = memberOf(LAYERS, attributes[ATTR_TOOLSPAN_LAYER])
    facts.attempt = positive(countOf(attributes[ATTR_TOOLSPAN_ATTEMPT_NUMBER]))
    facts.effect = memberOf(TOOL_EFFECTS, attributes[ATTR_TOOLSPAN_TOOL_EFFECT])
    facts.errorCategory = memberOf(ERROR_CATEGORIES, attributes[ATTR_TOOLSPAN_ERROR_CATEGORY])
    const retryable = attributes[ATTR_TOOLSPAN_ERROR_RETRYABLE]
    if (typeof retryable === 'boolean') facts.retryable = retryable
    facts.progressCount = countOf(attributes[ATTR_TOOLSPAN_PROGRESS_COUNT])
    facts.budget = readBudget(span)
    facts.result = readResult(span)
  },
}

function readBudget({ attributes }: SpanInput): BudgetFacts | undefined {
  const id = textOf(attributes[ATTR_TOOLSPAN_BUDGET_ID])
  const exhaustedBy = memberOf(EXHAUSTIONS, attributes[ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY])
  if (id === undefined && exhaustedBy === undefined) return undefined
  return {
    id,
    exhaustedBy,
    owner: textOf(attributes[ATTR_TOOLSPAN_BUDGET_OWNER]),
    parentId: textOf(attributes[ATTR_TOOLSPAN_BUDGET_PARENT_ID]),
    maxAttempts: positive(countOf(attributes[ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS])),
    deadlineMs: countOf(attributes[ATTR_TOOLSPAN_BUDGET_DEADLINE_MS]),
    approved:
      textOf(attributes[ATTR_TOOLSPAN_BUDGET_APPROVED_BY]) !== undefined &&
      textOf(attributes[ATTR_TOOLSPAN_BUDGET_REASON]) !== undefined,
  }
}

function readResult({ attributes }: SpanInput): ResultFacts | undefined {
  const status = memberOf(RESULT_STATUSES, attributes[ATTR_TOOLSPAN_RESULT_STATUS])
  const partialCount = countOf(attributes[ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT])
  if (status === undefined && partialCount === undefined) return undefined
  return {
    status: status ?? 'unknown',
    foreign: false,
    coverage: memberOf(COVERAGE_STATUSES, attributes[ATTR_TOOLSPAN_COVERAGE_STATUS]) ?? 'unknown',
    count: countOf(attributes[ATTR_TOOLSPAN_RESULT_COUNT]),
    scanned: countOf(attributes[ATTR_TOOLSPAN_RESULT_SCANNED]),
    partialCount,
    viewsDisagree: attributes[ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE] === true,
    fingerprint: textOf(attributes[ATTR_TOOLSPAN_RESULT_FINGERPRINT]),
  }
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value >= 1 ? value : undefined
}
