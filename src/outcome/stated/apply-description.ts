import type { CoverageStatus } from '../../semconv/attributes/coverage.ts'
import type { ResultStatus } from '../../semconv/attributes/result.ts'
import { type Draft, draft } from '../draft.ts'
import { statedCoverage, statedFreshness } from '../envelope/read-success-envelope.ts'
import { boundedCode } from '../errors/error-code.ts'
import type { Outcome } from '../outcome.ts'
import type { ResultDescription } from './result-description.ts'

/** Who says it: the application about its tool, or a shape of its own. */
export type Teller = { readonly reason: 'declared' | 'own_shape'; readonly source: 'declared' | 'mapped' }

const SUCCESSES = new Set<ResultStatus>(['found', 'found_none', 'completed'])
const FAILURES = new Set<ResultStatus>(['failed', 'indeterminate', 'cancelled'])

/** What was read, with a description on top. What is stated beats what was read. */
export function applyDescription(
  read: Outcome,
  stated: ResultDescription,
  teller: Teller,
  isFlagged: boolean,
): Outcome {
  const status = statusOf(read, stated, isFlagged)
  const told = status === read.status ? { ...read } : carriedOver(read, status)
  if (status !== read.status || stated.status !== undefined) told.reason = teller.reason
  const isDecided = stated.category !== undefined || stated.retryable !== undefined
  if (isDecided || told.reason === teller.reason) told.source = teller.source
  if (FAILURES.has(status)) addFailure(told, stated)
  else if (SUCCESSES.has(status)) addFound(told, stated)
  if (stated.truncated !== undefined) told.truncated = stated.truncated
  if (stated.fallback !== undefined) told.fallback = stated.fallback
  addLookedAt(told, stated)
  return told
}

function statusOf(read: Outcome, stated: ResultDescription, isFlagged: boolean): ResultStatus {
  if (stated.status !== undefined) return stated.status
  if (stated.category !== undefined) return FAILURES.has(read.status) ? read.status : 'failed'
  // A count says nothing against a failure that the result states, and an action stays one.
  const isGuessed = read.source === 'inferred' && !isFlagged
  if (read.status === 'completed' || !isGuessed) return read.status
  if (stated.count !== undefined) return stated.count === 0 ? 'found_none' : 'found'
  return stated.emptyReason === undefined ? read.status : 'found_none'
}

/** Of an outcome that had another status, what holds for the new one as well. */
function carriedOver(read: Outcome, status: ResultStatus): Draft {
  const told = draft(status, read.reason, read.source)
  if (FAILURES.has(status)) {
    if (!FAILURES.has(read.status)) return told
    const { reason: _reason, source: _source, status: _status, ...rest } = read
    return Object.assign(told, rest)
  }
  if (!FAILURES.has(read.status)) told.coverage = read.coverage
  told.freshness = read.freshness
  if (read.truncated !== undefined) told.truncated = read.truncated
  if (read.viewsDisagree !== undefined) told.viewsDisagree = read.viewsDisagree
  if (!SUCCESSES.has(status)) return told
  if (read.total !== undefined) told.total = read.total
  if (read.scanned !== undefined) told.scanned = read.scanned
  if (read.hasMore !== undefined) told.hasMore = read.hasMore
  return told
}

function addFound(told: Draft, stated: ResultDescription): void {
  if (stated.count !== undefined) told.count = stated.count
  else if (told.status === 'found_none') told.count ??= 0
  if (stated.total !== undefined) told.total = stated.total
  if (stated.scanned !== undefined) told.scanned = stated.scanned
  if (stated.hasMore !== undefined) told.hasMore = stated.hasMore
  if (stated.emptyReason !== undefined && told.status === 'found_none') told.emptyReason = stated.emptyReason
}

function addFailure(told: Draft, stated: ResultDescription): void {
  const { category, retryable, retryAfterMs, partialCount, detail } = stated
  if (retryable !== undefined) told.retryable = retryable
  else if (category !== undefined && category !== 'transient') told.retryable = false
  else if (category !== undefined && told.category !== category) delete told.retryable
  if (category !== undefined) told.category = category
  // REQ-7; an open write is never repeated by itself (REQ-18).
  if (told.category === 'business' || told.status === 'indeterminate') told.retryable = false
  if (retryAfterMs !== undefined) told.retryAfterMs = retryAfterMs
  if (partialCount !== undefined) told.partialCount = partialCount
  const code = boundedCode(stated.code)
  if (code !== undefined) told.code = code
  if (detail !== undefined) told.detail = detail
}

function addLookedAt(told: Draft, stated: ResultDescription): void {
  const freshness = statedFreshness(stated.freshness)
  if (freshness !== undefined) told.freshness = freshness
  const coverage = statedCoverage(stated.coverage)
  if (coverage !== undefined) told.coverage = coverage
  else if (SUCCESSES.has(told.status)) {
    const status = impliedCoverage(told, stated)
    if (status !== undefined) told.coverage = { ...told.coverage, status }
  }
}

/** What the numbers of a description say about coverage, by the rule of the builders. */
function impliedCoverage(told: Draft, stated: ResultDescription): CoverageStatus | undefined {
  const { hasMore, truncated, total, scanned } = stated
  if (hasMore === true || truncated === true) return 'partial'
  if (total !== undefined && told.count !== undefined && total > told.count) return 'partial'
  const isOpen = told.coverage.status === 'unknown'
  return isOpen && scanned !== undefined && scanned > 0 ? 'complete' : undefined
}
