import {
  ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED,
  ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED,
  ATTR_TOOLSPAN_COVERAGE_STATUS,
  COVERAGE_STATUSES,
} from '../../../semconv/attributes/coverage.ts'
import {
  ATTR_TOOLSPAN_FRESHNESS_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_STATUS,
  FRESHNESS_STATUSES,
} from '../../../semconv/attributes/freshness.ts'
import {
  ATTR_TOOLSPAN_RESULT_COUNT,
  ATTR_TOOLSPAN_RESULT_FALLBACK,
  ATTR_TOOLSPAN_RESULT_FINGERPRINT,
  ATTR_TOOLSPAN_RESULT_HAS_MORE,
  ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
  ATTR_TOOLSPAN_RESULT_REASON,
  ATTR_TOOLSPAN_RESULT_SCANNED,
  ATTR_TOOLSPAN_RESULT_STATUS,
  ATTR_TOOLSPAN_RESULT_TOTAL,
  ATTR_TOOLSPAN_RESULT_TRUNCATED,
  ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE,
  RESULT_STATUSES,
} from '../../../semconv/attributes/result.ts'
import { RESULT_REASONS } from '../../../semconv/result-reasons.ts'
import { countOf, flagOf, memberOf, textOf } from '../attribute-values.ts'
import type { ResultFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** What says what a call brought back. */
export const RESULT_ATTRIBUTES: readonly string[] = [
  ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED,
  ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED,
  ATTR_TOOLSPAN_COVERAGE_STATUS,
  ATTR_TOOLSPAN_FRESHNESS_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_STATUS,
  ATTR_TOOLSPAN_RESULT_COUNT,
  ATTR_TOOLSPAN_RESULT_FALLBACK,
  ATTR_TOOLSPAN_RESULT_FINGERPRINT,
  ATTR_TOOLSPAN_RESULT_HAS_MORE,
  ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
  ATTR_TOOLSPAN_RESULT_REASON,
  ATTR_TOOLSPAN_RESULT_SCANNED,
  ATTR_TOOLSPAN_RESULT_STATUS,
  ATTR_TOOLSPAN_RESULT_TOTAL,
  ATTR_TOOLSPAN_RESULT_TRUNCATED,
  ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE,
]

/** What a span states about its result; undefined where it states nothing. */
export function statedResult({ attributes }: SpanInput): ResultFacts | undefined {
  const status = memberOf(RESULT_STATUSES, attributes[ATTR_TOOLSPAN_RESULT_STATUS])
  const partialCount = countOf(attributes[ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT])
  if (status === undefined && partialCount === undefined) return undefined
  return {
    status: status ?? 'unknown',
    reason: memberOf(RESULT_REASONS, attributes[ATTR_TOOLSPAN_RESULT_REASON]),
    foreign: false,
    coverage: memberOf(COVERAGE_STATUSES, attributes[ATTR_TOOLSPAN_COVERAGE_STATUS]) ?? 'unknown',
    sourcesExpected: countOf(attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED]),
    sourcesCovered: countOf(attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED]),
    freshness: memberOf(FRESHNESS_STATUSES, attributes[ATTR_TOOLSPAN_FRESHNESS_STATUS]),
    ageMs: countOf(attributes[ATTR_TOOLSPAN_FRESHNESS_AGE_MS]),
    maxAgeMs: countOf(attributes[ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS]),
    count: countOf(attributes[ATTR_TOOLSPAN_RESULT_COUNT]),
    total: countOf(attributes[ATTR_TOOLSPAN_RESULT_TOTAL]),
    hasMore: flagOf(attributes[ATTR_TOOLSPAN_RESULT_HAS_MORE]),
    truncated: flagOf(attributes[ATTR_TOOLSPAN_RESULT_TRUNCATED]),
    fallback: flagOf(attributes[ATTR_TOOLSPAN_RESULT_FALLBACK]),
    scanned: countOf(attributes[ATTR_TOOLSPAN_RESULT_SCANNED]),
    partialCount,
    viewsDisagree: flagOf(attributes[ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE]),
    fingerprint: textOf(attributes[ATTR_TOOLSPAN_RESULT_FINGERPRINT]),
  }
}
