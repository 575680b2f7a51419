import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_BUDGET_ID = 'toolspan.budget.id'
export const ATTR_TOOLSPAN_BUDGET_OWNER = 'toolspan.budget.owner'
export const ATTR_TOOLSPAN_BUDGET_PARENT_ID = 'toolspan.budget.parent_id'
export const ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS = 'toolspan.budget.max_attempts'
export const ATTR_TOOLSPAN_BUDGET_DEADLINE_MS = 'toolspan.budget.deadline_ms'
export const ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY = 'toolspan.budget.exhausted_by'
export const ATTR_TOOLSPAN_BUDGET_APPROVED_BY = 'toolspan.budget.approved_by'
export const ATTR_TOOLSPAN_BUDGET_REASON = 'toolspan.budget.reason'

/** Values of `toolspan.budget.exhausted_by`. */
export const EXHAUSTIONS = ['attempts', 'deadline', 'shared_budget', 'throttled', 'cancelled'] as const
export type Exhaustion = (typeof EXHAUSTIONS)[number]

/** What ties any span inside an attempt to its budget. */
const setOnCalls: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** Which recovery budget a try is charged to. */
export const budgetAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_BUDGET_ID,
    type: 'string',
    brief: 'The budget that this try is charged to.',
    example: 'b-7c1e',
    stability: 'development',
    sensitive: false,
    setBy: setOnCalls,
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_OWNER,
    type: 'string',
    brief: 'Who owns the budget, in the words of the application.',
    example: 'orders-handler',
    stability: 'development',
    sensitive: false,
    setBy: setOnCalls,
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_PARENT_ID,
    type: 'string',
    brief: 'The budget that this one inherits from. Inherited means: nothing was opened anew.',
    example: 'b-11aa',
    stability: 'development',
    sensitive: false,
    setBy: setOnCalls,
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
    type: 'int',
    brief: 'Total tries that the budget allows, the first one included.',
    example: 3,
    stability: 'development',
    sensitive: false,
    setBy: setOnCalls,
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_DEADLINE_MS,
    type: 'int',
    brief: 'The whole duration that the budget allows.',
    unit: 'ms',
    example: 10000,
    stability: 'development',
    sensitive: false,
    setBy: ['recover'],
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
    type: 'string',
    brief: 'What ended the budget. `shared_budget`: the inherited remainder refused the try.',
    values: EXHAUSTIONS,
    example: 'attempts',
    stability: 'development',
    sensitive: false,
    setBy: ['recover'],
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_APPROVED_BY,
    type: 'string',
    brief: 'Who approved a deliberate new budget. Without a reason it is no approval.',
    example: 'duty-engineer',
    stability: 'development',
    sensitive: false,
    setBy: ['recover'],
  },
  {
    name: ATTR_TOOLSPAN_BUDGET_REASON,
    type: 'string',
    brief: 'Why a deliberate new budget was approved.',
    example: 'status page green again',
    stability: 'development',
    sensitive: false,
    setBy: ['recover'],
  },
]
