import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_FRESHNESS_STATUS = 'toolspan.freshness.status'
export const ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT = 'toolspan.freshness.observed_at'
export const ATTR_TOOLSPAN_FRESHNESS_AGE_MS = 'toolspan.freshness.age_ms'
export const ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS = 'toolspan.freshness.max_age_ms'

/** Values of `toolspan.freshness.status`. */
export const FRESHNESS_STATUSES = ['fresh', 'stale', 'unknown'] as const
export type FreshnessStatus = (typeof FRESHNESS_STATUSES)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** How old the answer is. */
export const freshnessAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_FRESHNESS_STATUS,
    type: 'string',
    brief: 'Whether the data is as fresh as it has to be.',
    values: FRESHNESS_STATUSES,
    example: 'stale',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT,
    type: 'string',
    brief: 'When the data was true, RFC 3339.',
    example: '2026-01-15T08:20:00Z',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FRESHNESS_AGE_MS,
    type: 'int',
    brief: 'How old the data is.',
    unit: 'ms',
    example: 2400000,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS,
    type: 'int',
    brief: 'How old the data may be.',
    unit: 'ms',
    example: 60000,
    stability: 'development',
    sensitive: false,
    setBy,
  },
]
