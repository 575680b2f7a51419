import type { AttributeDeclaration, Emitter } from '../declaration.ts'

export const ATTR_TOOLSPAN_ERROR_CATEGORY = 'toolspan.error.category'
export const ATTR_TOOLSPAN_ERROR_RETRYABLE = 'toolspan.error.retryable'
export const ATTR_TOOLSPAN_ERROR_CODE = 'toolspan.error.code'
export const ATTR_TOOLSPAN_ERROR_DETAIL = 'toolspan.error.detail'
export const ATTR_TOOLSPAN_ERROR_SOURCE = 'toolspan.error.source'
export const ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS = 'toolspan.error.retry_after_ms'
export const ATTR_TOOLSPAN_ERROR_FIELDS = 'toolspan.error.fields'

/** Values of `toolspan.error.category`. */
export const ERROR_CATEGORIES = ['transient', 'validation', 'business', 'permission', 'other'] as const
export type ErrorCategory = (typeof ERROR_CATEGORIES)[number]

/** Values of `toolspan.error.source`. */
export const SOURCES = ['declared', 'mapped', 'inferred'] as const
export type Source = (typeof SOURCES)[number]

const setBy: readonly Emitter[] = ['recover', 'trace_tool', 'mcp_client', 'mcp_server']

/** Why a call failed and whether to repeat it. */
export const errorAttributes: readonly AttributeDeclaration[] = [
  {
    name: ATTR_TOOLSPAN_ERROR_CATEGORY,
    type: 'string',
    brief:
      'What has to change before the same call can work: time (`transient`), the input (`validation`), a rule or an allowance (`business`), access (`permission`), anything else (`other`).',
    values: ERROR_CATEGORIES,
    example: 'transient',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_RETRYABLE,
    type: 'boolean',
    brief: 'Whether the same call, unchanged, may work and is safe to repeat.',
    example: true,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_CODE,
    type: 'string',
    brief: 'The code of the error, in the words of whoever raised it; at most 64 characters.',
    example: 'ECONNRESET',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_DETAIL,
    type: 'string',
    brief: 'The message of the error.',
    example: 'archive is read-only until 14:00',
    stability: 'development',
    sensitive: true,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_SOURCE,
    type: 'string',
    brief:
      'Where category and retryability come from: stated by the tool, mapped from a known error or status, or inferred.',
    values: SOURCES,
    example: 'mapped',
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS,
    type: 'int',
    brief: 'How long the server asks to wait before the next try.',
    unit: 'ms',
    example: 2000,
    stability: 'development',
    sensitive: false,
    setBy,
  },
  {
    name: ATTR_TOOLSPAN_ERROR_FIELDS,
    type: 'string[]',
    brief: 'Which parts of the error context arrived.',
    example: ['attempted_query', 'partial_results'],
    stability: 'development',
    sensitive: false,
    setBy,
  },
]
