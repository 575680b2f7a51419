import { isKeyed } from '../../self/keyed.ts'
import { COVERAGE_STATUSES, type CoverageStatus } from '../../semconv/attributes/coverage.ts'
import { ERROR_CATEGORIES } from '../../semconv/attributes/error.ts'
import type { Gap } from '../envelope/success-envelope.ts'
import type { LookedAt } from './looked-at.ts'

/** The options that were given, or none: a builder is called on the way out of a handler and never throws. */
export function given<Options extends object>(options: Options | null | undefined): Partial<Options> {
  return isKeyed(options) ? options : {}
}

/** Of what a program without types may pass, the parts that are what they have to be; the rest is left out. */
export function usableOptions(options: LookedAt | null | undefined): LookedAt {
  const { sources, missing, gaps, searched, freshness, coverage, ...rest } = given(options)
  const { truncated, hasMore, nextCursor, message } = rest
  const usable: { -readonly [Key in keyof LookedAt]: LookedAt[Key] } = { ...rest }
  if (typeof truncated !== 'boolean') delete usable.truncated
  if (typeof hasMore !== 'boolean') delete usable.hasMore
  if (typeof nextCursor !== 'string') delete usable.nextCursor
  if (typeof message !== 'string') delete usable.message
  if (isCoverage(coverage)) usable.coverage = coverage
  if (isKeyed(freshness)) usable.freshness = freshness
  if (typeof searched !== 'function' && typeof searched !== 'symbol' && searched !== undefined) {
    usable.searched = searched
  }
  const known = usableGaps(gaps)
  if (known !== undefined) usable.gaps = known
  const absent = namesOf(missing)
  if (absent !== undefined) usable.missing = absent
  const asked = namesOf(sources)
  if (asked !== undefined) {
    const gone = new Set([...(absent ?? []), ...(known ?? []).map((gap) => gap.source)])
    // What is missing did not answer, whoever lists it among those that did.
    usable.sources = asked.filter((name) => !gone.has(name))
  }
  return usable
}

/** Names as a list without repeats; one name alone is a list of one. */
function namesOf(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? undefined : [value]
  if (!Array.isArray(value)) return undefined
  return [...new Set(value.filter((name): name is string => typeof name === 'string' && name !== ''))]
}

const CATEGORIES = new Set<unknown>(ERROR_CATEGORIES)

function usableGaps(value: unknown): readonly Gap[] | undefined {
  if (!Array.isArray(value)) return undefined
  const gaps: Gap[] = []
  for (const gap of value as readonly unknown[]) {
    if (!isKeyed(gap) || typeof gap.source !== 'string') continue
    const { source, errorCategory, isRetryable, message, ...rest } = gap
    gaps.push({
      source,
      ...(CATEGORIES.has(errorCategory) && { errorCategory: errorCategory as Gap['errorCategory'] }),
      ...(typeof isRetryable === 'boolean' && { isRetryable }),
      ...(typeof message === 'string' && { message }),
      ...rest,
    })
  }
  return gaps
}

const COVERAGES = new Set<unknown>(COVERAGE_STATUSES)

function isCoverage(value: unknown): value is CoverageStatus {
  return COVERAGES.has(value)
}
