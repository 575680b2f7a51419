import type { Look } from '../../../src/cli/render/paint.ts'
import { duration } from '../../../src/cli/render/time.ts'
import {
  ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY,
  ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS,
} from '../../../src/semconv/attributes/budget.ts'
import {
  ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED,
  ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED,
  ATTR_TOOLSPAN_COVERAGE_STATUS,
} from '../../../src/semconv/attributes/coverage.ts'
import {
  ATTR_TOOLSPAN_ERROR_CATEGORY,
  ATTR_TOOLSPAN_ERROR_RETRYABLE,
} from '../../../src/semconv/attributes/error.ts'
import { ATTR_TOOLSPAN_FRESHNESS_STATUS } from '../../../src/semconv/attributes/freshness.ts'
import { ATTR_TOOLSPAN_ATTEMPT_NUMBER } from '../../../src/semconv/attributes/operation.ts'
import {
  ATTR_TOOLSPAN_RESULT_COUNT,
  ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT,
  ATTR_TOOLSPAN_RESULT_SCANNED,
  ATTR_TOOLSPAN_RESULT_STATUS,
} from '../../../src/semconv/attributes/result.ts'
import { ATTR_TOOLSPAN_LAYER } from '../../../src/semconv/attributes/run.ts'
import { ATTR_HTTP_RESPONSE_STATUS_CODE } from '../../../src/semconv/standard.ts'
import type { SpanInput } from '../../../src/tail/facts/span-input.ts'

/** A few words about a span, and how they look. */
export interface SpanFact {
  readonly text: string
  readonly look?: Look
}

/** What a span says about itself, in the order in which it is read; what it does not say is left out. */
export interface SpanFacts {
  readonly layer: SpanFact | undefined
  /** Which try it was, how it ended, and how good the answer is. */
  readonly call: readonly SpanFact[]
}

export function factsOf(span: SpanInput): SpanFacts {
  const call = [attemptOf(span), statusOf(span), errorOf(span), ...quality(span)]
  return { layer: layerOf(span), call: call.filter((fact) => fact !== undefined) }
}

/** How long a span took. */
export function durationOf({ startMs, endMs }: SpanInput): string {
  return endMs === undefined ? 'open' : duration(endMs - startMs)
}

function layerOf({ attributes }: SpanInput): SpanFact | undefined {
  const layer = attributes[ATTR_TOOLSPAN_LAYER]
  return layer === undefined ? undefined : { text: String(layer), look: 'faint' }
}

function attemptOf({ attributes }: SpanInput): SpanFact | undefined {
  const number = attributes[ATTR_TOOLSPAN_ATTEMPT_NUMBER]
  const most = attributes[ATTR_TOOLSPAN_BUDGET_MAX_ATTEMPTS]
  if (number !== undefined) return { text: `try ${number}${most === undefined ? '' : ` of ${most}`}` }
  return most === undefined ? undefined : { text: `${most} tries allowed` }
}

function statusOf({ attributes, failed }: SpanInput): SpanFact | undefined {
  const http = attributes[ATTR_HTTP_RESPONSE_STATUS_CODE]
  if (http !== undefined) return { text: String(http), ...badWhen(failed) }
  const status = attributes[ATTR_TOOLSPAN_RESULT_STATUS]
  if (status === undefined) return failed ? { text: 'error', look: 'critical' } : undefined
  const count = status === 'found' ? attributes[ATTR_TOOLSPAN_RESULT_COUNT] : undefined
  const scanned = attributes[ATTR_TOOLSPAN_RESULT_SCANNED]
  const words = [status, count, scanned === undefined ? undefined : `among ${scanned}`]
  const isBad = status === 'failed' || status === 'indeterminate'
  return { text: words.filter((word) => word !== undefined).join(' '), ...badWhen(isBad) }
}

function errorOf({ attributes }: SpanInput): SpanFact | undefined {
  const category = attributes[ATTR_TOOLSPAN_ERROR_CATEGORY]
  const retryable = attributes[ATTR_TOOLSPAN_ERROR_RETRYABLE]
  const exhausted = attributes[ATTR_TOOLSPAN_BUDGET_EXHAUSTED_BY]
  const partial = attributes[ATTR_TOOLSPAN_RESULT_PARTIAL_COUNT]
  const words = [
    category,
    retryable === undefined ? undefined : retryable === true ? 'retryable' : 'not retryable',
    exhausted === undefined ? undefined : `budget spent (${exhausted})`,
    partial === undefined ? undefined : `${partial} partial results kept`,
  ].filter((word) => word !== undefined)
  return words.length === 0 ? undefined : { text: words.join(', ') }
}

/** Coverage and freshness of an answer; a failure has them only where it says so. */
function quality({ attributes }: SpanInput): readonly SpanFact[] {
  const status = attributes[ATTR_TOOLSPAN_RESULT_STATUS]
  const isAnswer = status === 'found' || status === 'found_none'
  const coverage = attributes[ATTR_TOOLSPAN_COVERAGE_STATUS]
  const freshness = attributes[ATTR_TOOLSPAN_FRESHNESS_STATUS]
  const shows = (value: unknown) => value !== undefined && (isAnswer || value !== 'unknown')
  const facts: SpanFact[] = []
  if (shows(coverage)) {
    const covered = attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_COVERED]
    const expected = attributes[ATTR_TOOLSPAN_COVERAGE_SOURCES_EXPECTED]
    const sources = covered === undefined || expected === undefined ? '' : ` ${covered}/${expected}`
    const isUnproven = coverage === 'unknown' && status === 'found_none'
    facts.push({
      text: `coverage ${coverage}${sources}`,
      ...(isUnproven || coverage === 'partial' ? { look: 'warning' } : {}),
    })
  }
  if (shows(freshness)) {
    facts.push({
      text: freshness === 'unknown' ? 'freshness unknown' : String(freshness),
      ...(freshness === 'stale' ? { look: 'warning' } : {}),
    })
  }
  return facts
}

function badWhen(isBad: boolean): { look?: Look } {
  return isBad ? { look: 'critical' } : {}
}
