import type * as api from '@opentelemetry/api'
import {
  ATTR_TOOLSPAN_COVERAGE_MISSING,
  ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED,
  ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED,
  ATTR_TOOLSPAN_COVERAGE_STATUS,
} from '../semconv/attributes/coverage.ts'
import {
  ATTR_TOOLSPAN_ERROR_CATEGORY,
  ATTR_TOOLSPAN_ERROR_CODE,
  ATTR_TOOLSPAN_ERROR_DETAIL,
  ATTR_TOOLSPAN_ERROR_FIELDS,
  ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS,
  ATTR_TOOLSPAN_ERROR_RETRYABLE,
  ATTR_TOOLSPAN_ERROR_SOURCE,
} from '../semconv/attributes/error.ts'
import {
  ATTR_TOOLSPAN_FRESHNESS_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS,
  ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT,
  ATTR_TOOLSPAN_FRESHNESS_STATUS,
} from '../semconv/attributes/freshness.ts'
import {
  ATTR_TOOLSPAN_RESULT_COUNT,
  ATTR_TOOLSPAN_RESULT_EMPTY_REASON,
  ATTR_TOOLSPAN_RESULT_FALLBACK,
  ATTR_TOOLSPAN_RESULT_HAS_MORE,
  ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
  ATTR_TOOLSPAN_RESULT_REASON,
  ATTR_TOOLSPAN_RESULT_SCANNED,
  ATTR_TOOLSPAN_RESULT_STATUS,
  ATTR_TOOLSPAN_RESULT_TOTAL,
  ATTR_TOOLSPAN_RESULT_TRUNCATED,
  ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE,
} from '../semconv/attributes/result.ts'
import type { Outcome } from './outcome.ts'

/** Which sensitive parts of an outcome may leave the process. Both are off by default. */
export interface SensitiveAttributes {
  /** The error's message, at most 1,024 characters. Default false. */
  readonly errorDetail?: boolean
  /** The names of the sources that did not answer, at most 20 of 128 characters. Default false. */
  readonly coverageMissing?: boolean
}

const DETAIL_LIMIT = 1024
const MISSING_LIMIT = 20
const MISSING_NAME_LIMIT = 128

/** The span attributes of an outcome. What nothing states is left out; coverage and freshness always show. */
export function outcomeAttributes(outcome: Outcome, show: SensitiveAttributes = {}): api.Attributes {
  const attributes: api.Attributes = {
    [ATTR_TOOLSPAN_RESULT_STATUS]: outcome.status,
    [ATTR_TOOLSPAN_RESULT_REASON]: outcome.reason,
    [ATTR_TOOLSPAN_COVERAGE_STATUS]: outcome.coverage.status,
    [ATTR_TOOLSPAN_FRESHNESS_STATUS]: outcome.freshness.status,
  }
  addResult(attributes, outcome)
  addCoverage(attributes, outcome, show)
  addFreshness(attributes, outcome)
  if (outcome.status === 'failed' || outcome.status === 'indeterminate' || outcome.category !== undefined) {
    addError(attributes, outcome, show)
  }
  return attributes
}

function addResult(attributes: api.Attributes, outcome: Outcome): void {
  if (outcome.emptyReason !== undefined) attributes[ATTR_TOOLSPAN_RESULT_EMPTY_REASON] = outcome.emptyReason
  if (outcome.count !== undefined) attributes[ATTR_TOOLSPAN_RESULT_COUNT] = outcome.count
  if (outcome.total !== undefined) attributes[ATTR_TOOLSPAN_RESULT_TOTAL] = outcome.total
  if (outcome.scanned !== undefined) attributes[ATTR_TOOLSPAN_RESULT_SCANNED] = outcome.scanned
  if (outcome.hasMore !== undefined) attributes[ATTR_TOOLSPAN_RESULT_HAS_MORE] = outcome.hasMore
  if (outcome.partialCount !== undefined) {
    attributes[ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT] = outcome.partialCount
  }
  if (outcome.truncated !== undefined) attributes[ATTR_TOOLSPAN_RESULT_TRUNCATED] = outcome.truncated
  if (outcome.viewsDisagree !== undefined) {
    attributes[ATTR_TOOLSPAN_RESULT_VIEWS_DISAGREE] = outcome.viewsDisagree
  }
  if (outcome.fallback !== undefined) attributes[ATTR_TOOLSPAN_RESULT_FALLBACK] = outcome.fallback
}

function addCoverage(attributes: api.Attributes, outcome: Outcome, show: SensitiveAttributes): void {
  const { sourcesExpected, sourcesCovered, missing } = outcome.coverage
  if (sourcesExpected !== undefined) attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED] = sourcesExpected
  if (sourcesCovered !== undefined) attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED] = sourcesCovered
  if (show.coverageMissing && missing !== undefined) {
    attributes[ATTR_TOOLSPAN_COVERAGE_MISSING] = missing
      .slice(0, MISSING_LIMIT)
      .map((name) => name.slice(0, MISSING_NAME_LIMIT))
  }
}

function addFreshness(attributes: api.Attributes, outcome: Outcome): void {
  const { observedAt, ageMs, maxAgeMs } = outcome.freshness
  if (observedAt !== undefined) attributes[ATTR_TOOLSPAN_FRESHNESS_OBSERVED_AT] = observedAt
  if (ageMs !== undefined) attributes[ATTR_TOOLSPAN_FRESHNESS_AGE_MS] = Math.round(ageMs)
  if (maxAgeMs !== undefined) attributes[ATTR_TOOLSPAN_FRESHNESS_MAX_AGE_MS] = Math.round(maxAgeMs)
}

function addError(attributes: api.Attributes, outcome: Outcome, show: SensitiveAttributes): void {
  attributes[ATTR_TOOLSPAN_ERROR_SOURCE] = outcome.source
  if (outcome.category !== undefined) attributes[ATTR_TOOLSPAN_ERROR_CATEGORY] = outcome.category
  if (outcome.retryable !== undefined) attributes[ATTR_TOOLSPAN_ERROR_RETRYABLE] = outcome.retryable
  if (outcome.code !== undefined) attributes[ATTR_TOOLSPAN_ERROR_CODE] = outcome.code
  if (outcome.retryAfterMs !== undefined) {
    attributes[ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS] = Math.round(outcome.retryAfterMs)
  }
  if (outcome.errorFields !== undefined) attributes[ATTR_TOOLSPAN_ERROR_FIELDS] = [...outcome.errorFields]
  if (show.errorDetail && outcome.detail !== undefined) {
    attributes[ATTR_TOOLSPAN_ERROR_DETAIL] = outcome.detail.slice(0, DETAIL_LIMIT)
  }
}
