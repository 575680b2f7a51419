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

/** Runs what begins a call whose span has started; a span of a call that cannot be begun is ended and not lost. */
export function orEnded<R>(span: api.Span, begin: () => R): R {
  try {
    return begin()
  } catch (error) {
    endSpan(span)
    throw error
  }
}
