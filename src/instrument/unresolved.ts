import { errorEnvelope } from '../outcome/build/failed.ts'
import { toolResult } from '../outcome/build/tool-result-text.ts'
import { errorContextSchema } from '../outcome/envelope/error-context.ts'
import { isKeyed } from '../self/keyed.ts'

/**
 * The tool result for an error that `recover()` gave up with: `isError: true` and the whole error context
 * (REQ-19); an outcome that is not known stays so. Nothing for any other error. The error is recognised by its
 * context, so that one from another copy of this package counts as well.
 */
export function unresolvedResult(error: unknown): object | undefined {
  if (!isKeyed(error) || error.name !== 'UnresolvedError') return undefined
  const context = errorContextSchema.safeParse(error.context)
  if (!context.success) return undefined
  return toolResult(errorEnvelope(context.data.status ?? 'failed', context.data))
}
