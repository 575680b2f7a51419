import * as api from '@opentelemetry/api'
import type { Outcome } from '../outcome/outcome.ts'
import { outcomeAttributes } from '../outcome/outcome-attributes.ts'
import { startSpan } from '../self/start-span.ts'
import { guarded, swallow } from '../self/swallow.ts'
import {
  ATTR_TOOLSPAN_BUDGET_APPROVED_BY,
  ATTR_TOOLSPAN_BUDGET_DEADLINE_MS,
  ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
  ATTR_TOOLSPAN_BUDGET_ID,
  ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
  ATTR_TOOLSPAN_BUDGET_OWNER,
  ATTR_TOOLSPAN_BUDGET_PARENT_ID,
  ATTR_TOOLSPAN_BUDGET_REASON,
  type Exhaustion,
} from '../semconv/attributes/budget.ts'
import { ATTR_TOOLSPAN_OPERATION_ID } from '../semconv/attributes/operation.ts'
import { ATTR_TOOLSPAN_LAYER } from '../semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_TIMEOUT_CALL_MS } from '../semconv/attributes/timeout.ts'
import { ATTR_TOOLSPAN_TOOL_EFFECT, ATTR_TOOLSPAN_TOOL_IDEMPOTENT } from '../semconv/attributes/tool.ts'
import { ATTR_ERROR_TYPE } from '../semconv/standard.ts'
import type { OpenAttempt } from './attempt.ts'
import type { Budget } from './budget.ts'
import { attemptAttributes } from './current-attempt.ts'

/** How a budget or an attempt went wrong, as its span says it. */
export interface SpanEnd {
  readonly outcome?: Outcome
  /** Low-cardinality name of the error; absent when it is none, as after a cancellation. */
  readonly errorType?: string | undefined
  readonly exhaustedBy?: Exhaustion | undefined
}

const NO_OPTIONS: api.SpanOptions = Object.freeze({})

/** The span of the whole budget, waits included; none with `spans: 'minimal'`. */
export function startBudgetSpan(budget: Budget, parent: api.Context): api.Span | undefined {
  if (budget.isMinimal) return undefined
  const { ledger } = budget
  const attributes: api.Attributes = {
    [ATTR_TOOLSPAN_OPERATION_ID]: ledger.operationId,
    [ATTR_TOOLSPAN_BUDGET_ID]: ledger.budgetId,
    [ATTR_TOOLSPAN_BUDGET_OWNER]: budget.owner,
    [ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS]: ledger.maxAttempts,
  }
  if (ledger.parent) attributes[ATTR_TOOLSPAN_BUDGET_PARENT_ID] = ledger.parent.budgetId
  addTerms(attributes, budget)
  return start(`recover ${budget.owner}`, undefined, attributes, parent)
}

/** The span of one attempt. `timeoutMs` is its own time limit, where it has one. */
export function startAttemptSpan(
  attempt: OpenAttempt,
  timeoutMs: number | undefined,
  parent: api.Context,
): api.Span | undefined {
  const { budget } = attempt
  const attributes = attemptAttributes(attempt)
  // A span processor that looks for calls that never end sees no timer that comes later.
  const timers =
    timeoutMs === undefined ? undefined : { [ATTR_TOOLSPAN_TIMEOUT_CALL_MS]: Math.round(timeoutMs) }
  if (budget.effect !== 'unknown') attributes[ATTR_TOOLSPAN_TOOL_EFFECT] = budget.effect
  if (budget.isIdempotent) attributes[ATTR_TOOLSPAN_TOOL_IDEMPOTENT] = true
  if (budget.isMinimal) addTerms(attributes, budget)
  else if (budget.layer) attributes[ATTR_TOOLSPAN_LAYER] = budget.layer
  return start(`${budget.owner} attempt`, timers, attributes, parent)
}

/**
 * Ends a span. Texts of errors are never put on it.
 * @param endedMs when it ended, by `performance.now()`, for a span whose end was not known at once
 */
export function endSpan(span: api.Span | undefined, end: SpanEnd, endedMs?: number): void {
  if (!span) return
  try {
    if (span.isRecording()) {
      if (end.outcome) span.setAttributes(outcomeAttributes(end.outcome))
      if (end.exhaustedBy) span.setAttribute(ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY, end.exhaustedBy)
      if (end.errorType !== undefined) {
        span.setAttribute(ATTR_ERROR_TYPE, end.errorType)
        span.setStatus({ code: api.SpanStatusCode.ERROR })
      }
    }
  } catch (error) {
    swallow('budget', error)
  }
  guarded('budget', () => span.end(endedMs))
}

function addTerms(attributes: api.Attributes, budget: Budget): void {
  attributes[ATTR_TOOLSPAN_BUDGET_DEADLINE_MS] = Math.round(budget.ledger.deadlineMs)
  if (budget.layer) attributes[ATTR_TOOLSPAN_LAYER] = budget.layer
  if (!budget.approval) return
  attributes[ATTR_TOOLSPAN_BUDGET_APPROVED_BY] = budget.approval.approvedBy
  attributes[ATTR_TOOLSPAN_BUDGET_REASON] = budget.approval.reason
}

/** Attributes that nobody looks at when a span starts come right after, at half the price. */
function start(
  name: string,
  first: api.Attributes | undefined,
  rest: api.Attributes,
  parent: api.Context,
): api.Span | undefined {
  try {
    const span = startSpan(name, first === undefined ? NO_OPTIONS : { attributes: first }, parent)
    try {
      if (span.isRecording()) span.setAttributes(rest)
    } catch (error) {
      swallow('budget', error)
    }
    return span
  } catch (error) {
    swallow('budget', error)
    return undefined
  }
}
