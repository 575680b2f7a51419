import {
  ATTR_TOOLSPAN_ERROR_CATEGORY,
  ATTR_TOOLSPAN_ERROR_CODE,
  ATTR_TOOLSPAN_ERROR_FIELDS,
  ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS,
  ATTR_TOOLSPAN_ERROR_RETRYABLE,
  ATTR_TOOLSPAN_ERROR_SOURCE,
  ERROR_CATEGORIES,
  SOURCES,
} from '../../../semconv/attributes/error.ts'
import { countOf, flagOf, memberOf, textOf, textsOf } from '../attribute-values.ts'
import type { SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'

/** What says why a call failed. */
export const ERROR_ATTRIBUTES: readonly string[] = [
  ATTR_TOOLSPAN_ERROR_CATEGORY,
  ATTR_TOOLSPAN_ERROR_CODE,
  ATTR_TOOLSPAN_ERROR_FIELDS,
  ATTR_TOOLSPAN_ERROR_RETRYABLE,
  ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS,
  ATTR_TOOLSPAN_ERROR_SOURCE,
]

/** Reads what a span states about its error. */
export function readStatedError({ attributes }: SpanInput, facts: SpanFacts): void {
  facts.errorCategory = memberOf(ERROR_CATEGORIES, attributes[ATTR_TOOLSPAN_ERROR_CATEGORY])
  facts.retryable = flagOf(attributes[ATTR_TOOLSPAN_ERROR_RETRYABLE])
  facts.errorCode = textOf(attributes[ATTR_TOOLSPAN_ERROR_CODE])
  facts.errorFields = textsOf(attributes[ATTR_TOOLSPAN_ERROR_FIELDS])
  facts.retryAfterMs = countOf(attributes[ATTR_TOOLSPAN_ERROR_RETRY_AFTER_MS])
  const source = memberOf(SOURCES, attributes[ATTR_TOOLSPAN_ERROR_SOURCE])
  // "Other", inferred, is what a classifier falls back to: nobody gave a category.
  if (source === 'inferred' && facts.errorCategory === 'other') facts.isCategoryInferred = true
}
