import type { CoverageStatus } from '../semconv/attributes/coverage.ts'
import type { ErrorCategory, Source } from '../semconv/attributes/error.ts'
import type { FreshnessStatus } from '../semconv/attributes/freshness.ts'
import type { EmptyReason, ResultStatus } from '../semconv/attributes/result.ts'
import type { ToolEffect } from '../semconv/attributes/tool.ts'
import type { ResultReason } from '../semconv/result-reasons.ts'
import type { OwnShape } from './stated/own-shape.ts'
import type { Describe } from './stated/result-description.ts'

/** How much of what should have been looked at was looked at, as the result itself states it. */
export interface Coverage {
  readonly status: CoverageStatus
  readonly sourcesExpected?: number
  readonly sourcesCovered?: number
  readonly missing?: readonly string[]
}

/** How old the answer is, as the result itself states it. */
export interface Freshness {
  readonly status: FreshnessStatus
  /** RFC 3339. */
  readonly observedAt?: string
  readonly ageMs?: number
  readonly maxAgeMs?: number
}

/**
 * What one tool call meant (REQ-1). Absent means that nothing states it: `unknown` is a value, a guess is not.
 */
export interface Outcome {
  readonly status: ResultStatus
  /** How the status was decided. */
  readonly reason: ResultReason
  /** Where the classification comes from: stated by the tool, mapped from a known error or status, inferred. */
  readonly source: Source
  readonly coverage: Coverage
  readonly freshness: Freshness
  /** Items returned. */
  readonly count?: number
  /** Items declared in all. */
  readonly total?: number
  /** Items looked at. */
  readonly scanned?: number
  readonly hasMore?: boolean
  readonly truncated?: boolean
  readonly viewsDisagree?: boolean
  /** A stand-in was returned for a failure. */
  readonly fallback?: boolean
  readonly emptyReason?: EmptyReason
  /** Results kept and handed on by an error. */
  readonly partialCount?: number
  readonly category?: ErrorCategory
  readonly retryable?: boolean
  readonly retryAfterMs?: number
  /** The error's own code, at most 64 characters. */
  readonly code?: string
  /** Free text of the error. Sensitive: leaves the process only on request. */
  readonly detail?: string
  /** Which parts of the error context arrived, in snake_case. */
  readonly errorFields?: readonly string[]
}

/** What the caller knows about the tool whose result is classified. */
export interface About {
  readonly tool?: string
  /** Default `unknown`. */
  readonly effect?: ToolEffect
  /**
   * Whether the tool declared an output schema. Its results must then have structured content (MCP, output schema);
   * where one has only text, the views disagree.
   */
  readonly declaredOutputSchema?: boolean
  /** Whether the caller itself stopped the call; tells a cancel from a timer where the error does not. */
  readonly cancelledByCaller?: boolean
  /** Says what a result of this tool meant; beats what is read. Not asked about what was thrown. */
  readonly describe?: Describe
  /** Shapes of your own, asked before those of Toolspan. */
  readonly shapes?: readonly OwnShape[]
}
