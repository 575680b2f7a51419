/**
 * Values of `toolspan.result.reason`: how the status of a call was decided. Closed, so that dashboards can
 * group by it; a new shape brings its reason along.
 */
export const RESULT_REASONS = [
  'declared',
  'value',
  'content',
  'empty_content',
  'empty_text',
  'empty_array',
  'empty_object',
  'null_value',
  'void_write',
  'thrown_error',
  'aborted',
  'timeout',
  'network_error',
  'http_status',
  'is_error',
  'protocol_error',
  'no_result',
  'unrecognised',
  '_OTHER',
] as const

export type ResultReason = (typeof RESULT_REASONS)[number]
