import type { Source } from '../semconv/attributes/error.ts'
import type { ResultStatus } from '../semconv/attributes/result.ts'
import type { ResultReason } from '../semconv/result-reasons.ts'
import type { Coverage, Freshness, Outcome } from './outcome.ts'

/** An outcome that is still being put together. */
export type Draft = { -readonly [Key in keyof Outcome]: Outcome[Key] }

export const UNKNOWN_COVERAGE: Coverage = Object.freeze({ status: 'unknown' })
export const UNKNOWN_FRESHNESS: Freshness = Object.freeze({ status: 'unknown' })

/** A new draft that claims a status and nothing else. */
export function draft(status: ResultStatus, reason: ResultReason, source: Source): Draft {
  return { status, reason, source, coverage: UNKNOWN_COVERAGE, freshness: UNKNOWN_FRESHNESS }
}
