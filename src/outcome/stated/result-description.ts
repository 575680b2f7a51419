import type { CoverageStatus } from '../../semconv/attributes/coverage.ts'
import type { ErrorCategory } from '../../semconv/attributes/error.ts'
import type { FreshnessStatus } from '../../semconv/attributes/freshness.ts'
import type { EmptyReason, ResultStatus } from '../../semconv/attributes/result.ts'
import type { Coverage, Freshness } from '../outcome.ts'

/**
 * What somebody who knows a tool says about one of its results. Every part is optional: what is left out stays as
 * it was read. A part that does not fit the status (a category of something found) is left out.
 */
export interface ResultDescription {
  /**
   * Default: `failed` where a category is given; where a count or an empty reason is given and what was read is no
   * failure that the result states, `found` or `found_none`; else as read.
   */
  readonly status?: ResultStatus | undefined
  /** Items returned. */
  readonly count?: number | undefined
  /** Items there are in all. */
  readonly total?: number | undefined
  /** Items looked at. Not 0, it states complete coverage unless something is missing, cut or still to come. */
  readonly scanned?: number | undefined
  readonly coverage?: CoverageStatus | Coverage | undefined
  readonly freshness?: FreshnessStatus | Freshness | undefined
  readonly hasMore?: boolean | undefined
  readonly truncated?: boolean | undefined
  /** A stand-in was returned for a failure. */
  readonly fallback?: boolean | undefined
  readonly emptyReason?: EmptyReason | undefined
  /** Results that a failure kept. */
  readonly partialCount?: number | undefined
  readonly category?: ErrorCategory | undefined
  /** Default: false for every category but `transient`. A business error and an open write are never retryable. */
  readonly retryable?: boolean | undefined
  readonly retryAfterMs?: number | undefined
  /** The error's own code, at most 64 characters. */
  readonly code?: string | undefined
  /** Free text of the error. Sensitive: leaves the process only on request. */
  readonly detail?: string | undefined
}

/**
 * Says what a result of one tool meant. It gets the result as the tool returned it, must not change it, and answers
 * at once; it says nothing by returning nothing. What it throws is counted and never reaches the host.
 */
export type Describe = (result: unknown) => ResultDescription | undefined
