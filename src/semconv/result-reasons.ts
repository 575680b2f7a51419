/**
 * Values of `toolspan.result.reason`: how the status of a call was decided. Closed, so that dashboards can
 * group by it; a new shape brings its reason along.
 */
export const RESULT_REASONS = [
  // What the tool states about itself.
  'declared',
  'own_shape',
  'unflagged_context',
  'input_required',
  'task_started',
  // Something came back.
  'value',
  'content',
  // Nothing came back.
  'empty_content',
  'empty_text',
  'empty_array',
  'empty_object',
  'null_value',
  'zero_count',
  'absent',
  'blank_rows',
  'filler_word',
  'header_only',
  'no_payload',
  'prose_none',
  'void_write',
  // An error was thrown or flagged.
  'thrown_error',
  'aborted',
  'timeout',
  'network_error',
  'http_status',
  'validation_error',
  'database_error',
  'grpc_status',
  'provider_error',
  'is_error',
  'protocol_error',
  // An error in the clothes of a result.
  'error_text',
  'error_object',
  'error_page',
  'graphql_errors',
  'nested_error',
  'exit_code',
  'negative_sentinel',
  'rejected_parts',
  'stand_in',
  // Nothing that is known.
  'no_result',
  'unread',
  'unrecognised',
  '_OTHER',
] as const

export type ResultReason = (typeof RESULT_REASONS)[number]

/**
 * Reasons of a failure that came as an ordinary result: no error flag, nothing thrown. `isError` is the gate
 * (REQ-2), so each of these is a defect of the tool or of a wrapper.
 */
export const DRESSED_ERROR_REASONS: ReadonlySet<ResultReason> = new Set<ResultReason>([
  'unflagged_context',
  'error_text',
  'error_object',
  'error_page',
  'graphql_errors',
  'nested_error',
  'exit_code',
  'negative_sentinel',
  'rejected_parts',
  'stand_in',
])
