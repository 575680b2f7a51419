import { errorEnvelope } from '../outcome/build/failed.ts'
import { toolResult } from '../outcome/build/tool-result-text.ts'
import { errorContextSchema } from '../outcome/envelope/error-context.ts'
import { isKeyed } from '../self/keyed.ts'

/**
 * The tool result for an error of `recover()` itself, which gave up, or cut off a write that may have taken effect:
 * `isError: true` and the whole error context (REQ-18, REQ-19). Nothing for any other error. It is recognised by name
 * and context, so that one from another copy of this package counts as well.
 */
export function unresolvedResult(error: unknown): object | undefined {
  if (!isKeyed(error) || (error.name !== 'UnresolvedError' && !isCutOff(error))) return undefined
  const context = errorContextSchema.safeParse(error.context)
  if (!context.success) return undefined
  return toolResult(errorEnvelope(context.data.status ?? 'failed', context.data))
}

/** Nobody else puts an error context on the platform's own timeout error. */
function isCutOff(error: object): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError' && Object.hasOwn(error, 'context')
}
