import type { Source } from '../../semconv/attributes/error.ts'
import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import { type Draft, draft } from '../draft.ts'
import type { Cause } from './cause.ts'
import { boundedCode } from './error-code.ts'

/**
 * The outcome of a cause, given what the tool does. A write that may have taken effect is indeterminate; a
 * retry is called safe only for a read, or where nothing can have been done.
 */
export function settle(cause: Cause, effect: ToolEffect, source: Source): Draft {
  if (cause.needsInput) return draft('input_required', cause.reason, source)
  const isOpen = effect === 'write' && cause.applied === 'maybe'
  const settled = draft(
    isOpen ? 'indeterminate' : cause.isCancelled ? 'cancelled' : 'failed',
    cause.reason,
    source,
  )
  if (cause.category !== undefined) settled.category = cause.category
  const retryable = isOpen || cause.isCancelled ? false : isRetryable(cause, effect)
  if (retryable !== undefined) settled.retryable = retryable
  const code = boundedCode(cause.code)
  if (code !== undefined) settled.code = code
  if (cause.retryAfterMs !== undefined) settled.retryAfterMs = cause.retryAfterMs
  return settled
}

/** Undefined = not known: time may help, but the tool may be one whose repeat does harm. */
function isRetryable(cause: Cause, effect: ToolEffect): boolean | undefined {
  if (cause.category === 'business') return false
  const canWorkLater =
    cause.canWorkLater ?? (cause.category === undefined ? undefined : cause.category === 'transient')
  if (canWorkLater !== true) return canWorkLater
  return effect === 'read' || cause.applied === 'no' ? true : undefined
}
