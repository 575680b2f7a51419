import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_FINDING_ID = 'toolspan.finding.id'
export const ATTR_TOOLSPAN_FINDING_RULE = 'toolspan.finding.rule'
export const ATTR_TOOLSPAN_FINDING_SEVERITY = 'toolspan.finding.severity'
export const ATTR_TOOLSPAN_FINDING_STATE = 'toolspan.finding.state'
export const ATTR_TOOLSPAN_FINDING_SUMMARY = 'toolspan.finding.summary'
export const ATTR_TOOLSPAN_FINDING_OPERATION = 'toolspan.finding.operation'
export const ATTR_TOOLSPAN_FINDING_BASIS = 'toolspan.finding.basis'
export const ATTR_TOOLSPAN_FINDING_COMPLETE = 'toolspan.finding.complete'
export const ATTR_TOOLSPAN_FINDING_RECOVERED = 'toolspan.finding.recovered'
export const ATTR_TOOLSPAN_FINDING_FIX = 'toolspan.finding.fix'
export const ATTR_TOOLSPAN_FINDING_RUNBOOK = 'toolspan.finding.runbook'
export const ATTR_TOOLSPAN_FINDING_ATTEMPTS = 'toolspan.finding.attempts'
export const ATTR_TOOLSPAN_FINDING_LAYERS = 'toolspan.finding.layers'
export const ATTR_TOOLSPAN_FINDING_AMPLIFICATION = 'toolspan.finding.amplification'
export const ATTR_TOOLSPAN_FINDING_REQUESTS = 'toolspan.finding.requests'
export const ATTR_TOOLSPAN_FINDING_RESETS = 'toolspan.finding.resets'
export const ATTR_TOOLSPAN_FINDING_WASTED_MS = 'toolspan.finding.wasted_ms'
export const ATTR_TOOLSPAN_FINDING_WASTED_TOKENS = 'toolspan.finding.wasted_tokens'
export const ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME = 'toolspan.origin.service.name'

/** Values of `toolspan.finding.severity`. */
export const SEVERITIES = ['info', 'warning', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Values of `toolspan.finding.state`. */
export const FINDING_STATES = ['open', 'closed'] as const
export type FindingState = (typeof FINDING_STATES)[number]

/** Values of `toolspan.finding.basis`. */
export const BASES = ['declared', 'header', 'fingerprint', 'position'] as const
export type Basis = (typeof BASES)[number]

const setBy: readonly Emitter[] = ['processor', 'tail']

/** What a finding says. */
export const findingAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_FINDING_ID,
    type: 'string',
    brief: 'The id of the finding. A repeated delivery has the same id.',
    example: '1c9e0f4b7a2d5e61',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_RULE,
    type: 'string',
    brief: 'The rule that fired.',
    example: 'retry-storm',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_SEVERITY,
    type: 'string',
    brief: 'How bad it is.',
    values: SEVERITIES,
    example: 'critical',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_STATE,
    type: 'string',
    brief: '`open` once the facts hold, `closed` once the operation is over.',
    values: FINDING_STATES,
    example: 'closed',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_SUMMARY,
    type: 'string',
    brief: 'What happened, in one sentence.',
    example:
      '9 tries of get_order: planner (3 of 3 tries) and orders-handler (3 of 3 tries) retried inside one another, up to 3 × 3 = 9; it failed all the same',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_OPERATION,
    type: 'string',
    brief: 'The operation that the finding is about.',
    example: 'order-88',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_BASIS,
    type: 'string',
    brief: 'What ties the evidence together.',
    values: BASES,
    example: 'declared',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_COMPLETE,
    type: 'boolean',
    brief: 'False when spans are known to be missing.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_RECOVERED,
    type: 'boolean',
    brief: 'Whether the operation ended well.',
    example: false,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_FIX,
    type: 'string',
    brief: 'Which setting of which owner to change.',
    example: 'set maxAttempts of orders-handler to 1',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_RUNBOOK,
    type: 'string',
    brief: 'Where the runbook of the rule is.',
    example: 'docs/rules.md#retry-storm',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_ATTEMPTS,
    type: 'int',
    brief: 'Tries: of the innermost layer of a storm, else of the calls that the finding counts.',
    example: 27,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_LAYERS,
    type: 'int',
    brief: 'How many layers retried.',
    example: 3,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_AMPLIFICATION,
    type: 'double',
    brief: 'Tries divided by the most that one instance of the innermost layer made.',
    example: 9,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_REQUESTS,
    type: 'int',
    brief: 'Outgoing HTTP requests of the operation.',
    example: 27,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_RESETS,
    type: 'int',
    brief: 'Budgets that were started over.',
    example: 8,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_WASTED_MS,
    type: 'int',
    brief: 'Time of calls that brought nothing, beyond the first try: that one was right to make.',
    unit: 'ms',
    example: 25600,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FINDING_WASTED_TOKENS,
    type: 'int',
    brief: 'Tokens of models in and below calls that brought nothing.',
    unit: '{token}',
    example: 11800,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ORIGIN_SERVICE_NAME,
    type: 'string',
    brief: "The service of the flagged call; service.name is the judge's own.",
    example: 'orders-agent',
    stability: 'development',
    sensitive: false,
    setBy,
  },
]
