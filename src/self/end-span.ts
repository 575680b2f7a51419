import type * as api from '@opentelemetry/api'
import { swallow } from './swallow.ts'

/** Ends a span. A provider whose spans throw must not reach the host. */
export function endSpan(span: api.Span): void {
  try {
    span.end()
  } catch (error) {
    swallow('instrument', error)
  }
}
