import type { ErrorContext, ErrorContextFields } from '../envelope/error-context.ts'
import type { ToolResult } from '../tool-result.ts'
import { toolResult } from './tool-result-text.ts'

/**
 * An error context in which the retry flag may be left out: it is then true for a transient error whose budget
 * is not spent, and false for any other.
 */
export type Failed = Omit<ErrorContextFields, 'isRetryable' | 'status'> & {
  readonly isRetryable?: boolean | undefined
  readonly [key: string]: unknown
}

/**
 * A call that could not run, or was refused. A business error is never retryable (REQ-7), nor is one whose
 * budget is spent (REQ-4), whatever the flag says.
 */
export function failed(context: Failed): ToolResult<ErrorContext> {
  return toolResult(errorEnvelope('failed', context))
}

/** The error context as it is written: the parts that are always there first. */
export function errorEnvelope(status: 'failed' | 'indeterminate', context: Failed): ErrorContext {
  const { errorCategory, message, ...rest } = context
  return { status, errorCategory, isRetryable: mayRetry(status, context), message, ...withoutUndefined(rest) }
}

function mayRetry(status: 'failed' | 'indeterminate', context: Failed): boolean {
  const { errorCategory, isRetryable, budgetExhausted } = context
  if (status === 'indeterminate' || errorCategory === 'business' || budgetExhausted === true) return false
  return isRetryable ?? errorCategory === 'transient'
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined && key !== 'status' && key !== 'isRetryable') out[key] = value
  }
  return out
}
