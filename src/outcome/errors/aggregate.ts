import type { Cause } from './cause.ts'

/** Errors looked at in one aggregate. */
export const AGGREGATE_LIMIT = 8

/**
 * The causes of several errors as one: what they agree on. It may have taken effect as soon as one may have, and
 * the longest wait counts.
 */
export function jointCause(causes: readonly Cause[]): Cause | undefined {
  const [first] = causes
  if (first === undefined) return undefined
  const { reason, category } = first
  const waits = causes.map((cause) => cause.retryAfterMs).filter((waitMs) => waitMs !== undefined)
  const canAll = causes.every((cause) => cause.canWorkLater === first.canWorkLater)
  const isOne = causes.every((cause) => cause.category === category)
  return {
    reason: causes.every((cause) => cause.reason === reason) ? reason : 'thrown_error',
    applied: causes.some((cause) => cause.applied === 'maybe') ? 'maybe' : 'no',
    ...(isOne && category !== undefined ? { category } : {}),
    ...(canAll && first.canWorkLater !== undefined ? { canWorkLater: first.canWorkLater } : {}),
    ...(first.code !== undefined && causes.every((cause) => cause.code === first.code)
      ? { code: first.code }
      : {}),
    ...(waits.length === 0 ? {} : { retryAfterMs: Math.max(...waits) }),
  }
}
