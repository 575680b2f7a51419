import type * as api from '@opentelemetry/api'
import { swallow } from '../self/swallow.ts'
import { ATTR_TOOLSPAN_PROGRESS_COUNT } from '../semconv/attributes/timeout.ts'

/** A call whose progress notifications are counted. */
export interface Progressing {
  readonly span: api.Span
  progressCount: number
}

/**
 * Counts a progress notification on the span of its call, at once: whoever looks for calls that do not end sees
 * the sign of life while the call is open.
 */
export function noteProgress(call: Progressing): void {
  call.progressCount++
  try {
    call.span.setAttribute(ATTR_TOOLSPAN_PROGRESS_COUNT, call.progressCount)
  } catch (error) {
    swallow('instrument', error)
  }
}
