import { type ErrorContext, type ErrorContextFields, errorContextSchema } from '../envelope/error-context.ts'
import type { ToolResult } from '../tool-result.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

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
export function errorEnvelope(
  status: 'failed' | 'indeterminate',
  context: Partial<Failed> | null | undefined,
): ErrorContext {
  const fields = usableFields(given(context))
  const { errorCategory = 'other', message = NO_REASON, isRetryable: _, status: __, ...rest } = fields
  return {
    status,
    errorCategory,
    isRetryable: mayRetry(status, { ...fields, errorCategory }),
    message,
    ...rest,
  }
}

/** The message of a failure that says nothing of itself. */
const NO_REASON = 'No reason was given.'

type Fields = Partial<ErrorContext>

function mayRetry(status: 'failed' | 'indeterminate', context: Fields): boolean {
  const { errorCategory, isRetryable, budgetExhausted } = context
  if (status === 'indeterminate' || errorCategory === 'business' || budgetExhausted === true) return false
  return isRetryable ?? errorCategory === 'transient'
}

/** The fields that are what the schema wants them to be, and the tool's own beside them. */
function usableFields(context: Readonly<Record<string, unknown>>): Fields {
  const { shape } = errorContextSchema
  const usable: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(context)) {
    if (value === undefined) continue
    const field = Object.hasOwn(shape, key) ? shape[key as keyof typeof shape] : undefined
    if (field === undefined || field.safeParse(value).success) usable[key] = value
  }
  return usable
}
