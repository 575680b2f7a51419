import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import type { ErrorContext, StatusCheck } from '../envelope/error-context.ts'
import type { CoverageStatement, FreshnessStatement, SuccessEnvelope } from '../envelope/success-envelope.ts'
import type { ToolResult } from '../tool-result.ts'
import { errorEnvelope } from './failed.ts'
import { gapOf, type Leg, type ReadLeg, readLeg } from './leg.ts'
import { toolResult } from './tool-result-text.ts'
import { given } from './usable-options.ts'

/** What is common to all legs. */
export interface Combine {
  /** What the calls do. Default `read`. */
  readonly effect?: ToolEffect
  /** What was searched for, in all of the sources. */
  readonly searched?: unknown
  /** A remark for the model; of a failure, its message. */
  readonly message?: string
}

/**
 * One result for several sources (REQ-11): it keeps everything that came and names each gap. Complete only when
 * each leg is complete by itself; failed only when none answered; indeterminate when an action among them is.
 */
export function combine(
  legs: readonly Leg[],
  asGiven: Combine = {},
): ToolResult<SuccessEnvelope | ErrorContext> {
  const { message, ...others } = given(asGiven)
  const options: Combine = typeof message === 'string' ? { ...others, message } : others
  const list: readonly unknown[] = Array.isArray(legs) ? legs : []
  const read = list.map((leg, index) => readLeg(leg, `source ${index + 1}`, options.effect ?? 'read'))
  const answered = read.filter((leg) => leg.hasAnswered)
  const items = read.flatMap((leg) => leg.items)
  const open = read.filter((leg) => leg.outcome.status === 'indeterminate')
  if (open.length > 0 || (answered.length === 0 && read.length > 0)) {
    return toolResult<ErrorContext>(failureOf(read, open, items, options))
  }
  return toolResult<SuccessEnvelope>(successOf(read, answered, items, options))
}

function successOf(
  read: readonly ReadLeg[],
  answered: readonly ReadLeg[],
  items: readonly unknown[],
  options: Combine,
): SuccessEnvelope {
  const gaps = read.filter((leg) => !leg.hasAnswered).map(gapOf)
  const isAction = answered.length > 0 && answered.every((leg) => leg.outcome.status === 'completed')
  const status = isAction ? 'completed' : items.length > 0 ? 'found' : 'found_none'
  const total = sumOf(answered, 'total')
  const scanned = sumOf(answered, 'scanned')
  const freshness = worstFreshness(answered)
  return {
    status,
    ...(isAction ? {} : { count: items.length }),
    ...(total === undefined || gaps.length > 0 ? {} : { total }),
    ...(scanned === undefined ? {} : { scanned }),
    coverage: jointCoverage(read, answered),
    sources: answered.map((leg) => leg.source),
    ...(freshness === undefined ? {} : { freshness }),
    ...(answered.some((leg) => leg.outcome.truncated === true) ? { truncated: true } : {}),
    ...(answered.some((leg) => leg.outcome.hasMore === true) ? { hasMore: true } : {}),
    ...(options.searched === undefined ? {} : { searched: options.searched }),
    ...(gaps.length === 0 ? {} : { gaps }),
    ...(options.message === undefined ? {} : { message: options.message }),
    results: [...items],
  }
}

function jointCoverage(read: readonly ReadLeg[], answered: readonly ReadLeg[]): CoverageStatement {
  const missing = read.filter((leg) => !leg.hasAnswered).map((leg) => leg.source)
  const statuses = answered.map((leg) => leg.outcome.coverage.status)
  const isPartial = missing.length > 0 || statuses.includes('partial')
  const isComplete = statuses.length > 0 && statuses.every((status) => status === 'complete')
  return {
    status: isPartial ? 'partial' : isComplete ? 'complete' : 'unknown',
    sourcesExpected: read.length,
    sourcesCovered: answered.length,
    missing,
  }
}

/** The sum of what each leg states; undefined as soon as one states nothing. */
function sumOf(legs: readonly ReadLeg[], key: 'total' | 'scanned'): number | undefined {
  let sum = 0
  for (const { outcome } of legs) {
    const part = outcome[key]
    if (part === undefined) return undefined
    sum += part
  }
  return legs.length === 0 ? undefined : sum
}

/** As old as the oldest: stale when one is, fresh only when all are. */
function worstFreshness(legs: readonly ReadLeg[]): FreshnessStatement | undefined {
  const stated = legs.map((leg) => leg.outcome.freshness)
  if (stated.every(({ status, ageMs }) => status === 'unknown' && ageMs === undefined)) return undefined
  const ages = stated.map(({ ageMs }) => ageMs).filter((ageMs) => ageMs !== undefined)
  const isFresh = stated.every(({ status }) => status === 'fresh')
  return {
    status: stated.some(({ status }) => status === 'stale') ? 'stale' : isFresh ? 'fresh' : 'unknown',
    ...(ages.length === 0 ? {} : { ageMs: Math.max(...ages) }),
  }
}

function failureOf(
  read: readonly ReadLeg[],
  open: readonly ReadLeg[],
  items: readonly unknown[],
  options: Combine,
): ErrorContext {
  const gaps = read.filter((leg) => !leg.hasAnswered)
  const categories = new Set(gaps.map((leg) => leg.outcome.category ?? 'other'))
  const [category = 'other'] = categories
  const waits = gaps.map((leg) => leg.outcome.retryAfterMs).filter((waitMs) => waitMs !== undefined)
  const names = gaps.map((leg) => leg.source)
  return errorEnvelope(open.length > 0 ? 'indeterminate' : 'failed', {
    errorCategory: categories.size === 1 ? category : 'other',
    isRetryable: gaps.every((leg) => leg.outcome.retryable === true),
    message:
      options.message ?? `${gaps.length} of ${read.length} sources gave no answer: ${names.join(', ')}.`,
    ...(categories.size === 1 ? {} : { detail: `Several causes: ${[...categories].join(', ')}.` }),
    ...(options.searched === undefined ? {} : { attemptedQuery: options.searched }),
    ...(items.length === 0 ? {} : { partialResults: [...items] }),
    attemptedSteps: read.map(({ source, outcome }) => ({
      source,
      outcome: outcome.detail ?? outcome.status,
    })),
    unresolvedSources: names,
    ...(waits.length === 0 ? {} : { retryAfterMs: Math.max(...waits) }),
    ...(open.length === 0 ? {} : { statusCheck: checkOf(open) }),
  })
}

function checkOf(open: readonly ReadLeg[]): StatusCheck {
  return `ask ${open.map((leg) => leg.source).join(', ')} whether the action took effect`
}
