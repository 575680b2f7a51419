import type { AttributeDeclaration, Emitter } from '../declaration.ts'
import { RESULT_REASONS } from '../result-reasons.ts'

export const ATTR_TOOLSPAN_RESULT_STATUS = 'toolspan.result.status'
export const ATTR_TOOLSPAN_RESULT_REASON = 'toolspan.result.reason'
export const ATTR_TOOLSPAN_RESULT_EMPTY_REASON = 'toolspan.result.empty_reason'
export const ATTR_TOOLSPAN_RESULT_COUNT = 'toolspan.result.count'
export const ATTR_TOOLSPAN_RESULT_TOTAL = 'toolspan.result.total'
export const ATTR_TOOLSPAN_RESULT_SCANNED = 'toolspan.result.scanned'
export const ATTR_TOOLSPAN_RESULT_HAS_MORE = 'toolspan.result.has_more'
export const ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT = 'toolspan.result.partial_count'
export const ATTR_TOOLSPAN_RESULT_TRUNCATED = 'toolspan.result.truncated'
export const ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE = 'toolspan.result.views_disagree'
export const ATTR_TOOLSPAN_RESULT_FALLBACK = 'toolspan.result.fallback'
export const ATTR_TOOLSPAN_RESULT_FINGERPRINT = 'toolspan.result.fingerprint'

/** Values of `toolspan.result.status`. */
export const RESULT_STATUSES = [
  'found',
  'found_none',
  'completed',
  'failed',
  'indeterminate',
  'accepted',
  'input_required',
  'cancelled',
  'unknown',
] as const
export type ResultStatus = (typeof RESULT_STATUSES)[number]

/** Values of `toolspan.result.empty_reason`. */
export const EMPTY_REASONS = ['no_match', 'filtered_out', 'out_of_range', 'not_indexed', '_OTHER'] as const
export type EmptyReason = (typeof EMPTY_REASONS)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** What the call brought back. */
export const resultAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_RESULT_STATUS,
    type: 'string',
    brief: 'What one tool call meant.',
    values: RESULT_STATUSES,
    example: 'found_none',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_REASON,
    type: 'string',
    brief: 'How the status was decided.',
    values: RESULT_REASONS,
    example: 'empty_array',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_EMPTY_REASON,
    type: 'string',
    brief: 'What the tool said empty means.',
    values: EMPTY_REASONS,
    example: 'no_match',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_COUNT,
    type: 'int',
    brief: 'How many items the result holds.',
    example: 5,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_TOTAL,
    type: 'int',
    brief: 'How many items the result declares in all.',
    example: 85,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_SCANNED,
    type: 'int',
    brief: 'How many items the tool looked at.',
    example: 1204,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_HAS_MORE,
    type: 'boolean',
    brief: 'Whether a cursor or a next page exists.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
    type: 'int',
    brief: 'How many results an error kept and handed on.',
    example: 2,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_TRUNCATED,
    type: 'boolean',
    brief: 'Whether the result was cut.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE,
    type: 'boolean',
    brief: 'Whether the structured and the text view of the result say different things.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_FALLBACK,
    type: 'boolean',
    brief: 'Whether a stand-in was returned for a failure.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_RESULT_FINGERPRINT,
    type: 'string',
    brief: 'A 48-bit keyed hash of the result; only where the body is read anyway.',
    example: '07c2d81f66e0',
    stability: 'development',
    sensitive: false,
    setBy: ['trace_tool', 'mcp_client', 'mcp_server'],
  },
]
