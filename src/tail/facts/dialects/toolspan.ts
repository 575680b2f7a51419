import {
  ATTR_TOOLSPAN_ATTEMPT_NUMBER,
  ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH,
  ATTR_TOOLSPAN_OPERATION_FINGERPRINT,
  ATTR_TOOLSPAN_OPERATION_ID,
} from '../../../semconv/attributes/operation.ts'
import {
  ATTR_TOOLSPAN_LAYER,
  ATTR_TOOLSPAN_RUN_ID,
  ATTR_TOOLSPAN_TURN_ID,
  LAYERS,
} from '../../../semconv/attributes/run.ts'
import { ATTR_TOOLSPAN_PROGRESS_COUNT } from '../../../semconv/attributes/timeout.ts'
import {
  ATTR_TOOLSPAN_AGENT_TOOLS_OFFERED,
  ATTR_TOOLSPAN_TOOL_EFFECT,
  ATTR_TOOLSPAN_TOOL_IDEMPOTENT,
  TOOL_EFFECTS,
} from '../../../semconv/attributes/tool.ts'
import { countOf, flagOf, memberOf, positiveOf, textOf } from '../attribute-values.ts'
import { ownText } from '../own-value.ts'
import { BUDGET_ATTRIBUTES, statedBudget } from '../stated/budget.ts'
import { ERROR_ATTRIBUTES, readStatedError } from '../stated/error.ts'
import { RESULT_ATTRIBUTES, statedResult } from '../stated/result.ts'
import { statedTimers, TIMER_ATTRIBUTES } from '../stated/timers.ts'
import type { Dialect, DialectNames } from './dialect.ts'

/** What it looks at. */
export const toolspanNames = (): DialectNames => ({
  id: 'toolspan',
  marks: [
    ATTR_TOOLSPAN_AGENT_TOOLS_OFFERED,
    ATTR_TOOLSPAN_ATTEMPT_NUMBER,
    ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH,
    ATTR_TOOLSPAN_LAYER,
    ATTR_TOOLSPAN_OPERATION_FINGERPRINT,
    ATTR_TOOLSPAN_OPERATION_ID,
    ATTR_TOOLSPAN_PROGRESS_COUNT,
    ATTR_TOOLSPAN_RUN_ID,
    ATTR_TOOLSPAN_TOOL_EFFECT,
    ATTR_TOOLSPAN_TOOL_IDEMPOTENT,
    ATTR_TOOLSPAN_TURN_ID,
    ...BUDGET_ATTRIBUTES,
    ...ERROR_ATTRIBUTES,
    ...RESULT_ATTRIBUTES,
    ...TIMER_ATTRIBUTES,
  ],
  reads: [],
  owns: [
    ownText('runId', ATTR_TOOLSPAN_RUN_ID),
    ownText('turnId', ATTR_TOOLSPAN_TURN_ID),
    ownText('operationId', ATTR_TOOLSPAN_OPERATION_ID),
    ownText('fingerprint', ATTR_TOOLSPAN_OPERATION_FINGERPRINT),
    ownText('idempotencyKey', ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH),
  ],
})

/** Toolspan's own attributes: what they state is taken as stated. */
export const toolspanDialect: Dialect = {
  read(span, facts) {
    const { attributes } = span
    facts.runId = textOf(attributes[ATTR_TOOLSPAN_RUN_ID])
    facts.turnId = textOf(attributes[ATTR_TOOLSPAN_TURN_ID])
    facts.operationId = textOf(attributes[ATTR_TOOLSPAN_OPERATION_ID])
    facts.fingerprint = textOf(attributes[ATTR_TOOLSPAN_OPERATION_FINGERPRINT])
    facts.layer = memberOf(LAYERS, attributes[ATTR_TOOLSPAN_LAYER])
    facts.attempt = positiveOf(attributes[ATTR_TOOLSPAN_ATTEMPT_NUMBER])
    facts.effect ??= memberOf(TOOL_EFFECTS, attributes[ATTR_TOOLSPAN_TOOL_EFFECT])
    facts.idempotent = flagOf(attributes[ATTR_TOOLSPAN_TOOL_IDEMPOTENT])
    facts.idempotencyKey = textOf(attributes[ATTR_TOOLSPAN_IDEMPOTENCY_KEY_HASH])
    facts.progressCount = countOf(attributes[ATTR_TOOLSPAN_PROGRESS_COUNT])
    facts.toolsOffered = countOf(attributes[ATTR_TOOLSPAN_AGENT_TOOLS_OFFERED])
    facts.timers = statedTimers(span)
    facts.budget = statedBudget(span)
    facts.result = statedResult(span)
    readStatedError(span, facts)
  },
}
