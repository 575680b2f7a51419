import type { ErrorContext, ErrorContextFields, StatusCheck } from '../envelope/error-context.ts'
import type { ToolResult } from '../tool-result.ts'
import { errorEnvelope } from './failed.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

/** What is known of an action whose outcome is not. */
export type Indeterminate = Omit<
  ErrorContextFields,
  'errorCategory' | 'isRetryable' | 'status' | 'statusCheck'
> & {
  /** The call that tells whether the action took effect: in words, or as a tool and its arguments. */
  readonly statusCheck: StatusCheck
  /** Default `transient`. */
  readonly errorCategory?: ErrorContext['errorCategory']
  readonly [key: string]: unknown
}

/**
 * An action that was sent and whose outcome is not known (REQ-18). It is never retryable; the text names the
 * check that has to come before another try.
 */
export function indeterminate(context: Indeterminate): ToolResult<ErrorContext> {
  return toolResult(
    errorEnvelope('indeterminate', {
      ...context,
      errorCategory: given(context).errorCategory ?? 'transient',
    }),
  )
}
