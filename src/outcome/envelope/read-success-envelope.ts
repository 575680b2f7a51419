import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { FreshnessStatus } from '../../semconv/attributes/freshness.ts'
import { EMPTY_REASONS, type EmptyReason, type ResultStatus } from '../../semconv/attributes/result.ts'
import { type Draft, draft } from '../draft.ts'
import { amount, wholeNumber } from '../evidence/keyed.ts'
import type { Coverage, Freshness } from '../outcome.ts'
import { field, statedStatus } from './gates.ts'
import { TIME_TEXT } from './time-text.ts'

/** What a success envelope declares; undefined when it leaves open whether anything was found. */
export function readSuccessEnvelope(envelope: Keyed): Draft | undefined {
  const count = statedCount(envelope)
  const status = statedStatus(envelope) ?? statusOfCount(envelope, count)
  if (status === undefined) return undefined
  const declared = draft(status, 'declared', 'declared')
  addNumbers(declared, envelope, count)
  const coverage = statedCoverage(envelope.coverage)
  if (coverage !== undefined) declared.coverage = coverage
  const freshness = statedFreshness(envelope.freshness)
  if (freshness !== undefined) declared.freshness = freshness
  return declared
}

function statusOfCount(envelope: Keyed, count: number | undefined): ResultStatus | undefined {
  if (count !== undefined) return count === 0 ? 'found_none' : 'found'
  return emptyReason(envelope) === undefined ? undefined : 'found_none'
}

function addNumbers(declared: Draft, envelope: Keyed, stated: number | undefined): void {
  const count = stated ?? (declared.status === 'found_none' ? 0 : undefined)
  if (count !== undefined) declared.count = count
  const total = wholeNumber(envelope.total ?? field(envelope, 'totalCount', 'total_count'))
  if (total !== undefined) declared.total = total
  const scanned = wholeNumber(envelope.scanned ?? field(envelope, 'scannedCount', 'scanned_count'))
  if (scanned !== undefined) declared.scanned = scanned
  if (typeof envelope.truncated === 'boolean') declared.truncated = envelope.truncated
  const hasMore = field(envelope, 'hasMore', 'has_more')
  if (typeof hasMore === 'boolean') declared.hasMore = hasMore
  const reason = emptyReason(envelope)
  if (reason !== undefined) declared.emptyReason = reason
  if (envelope.fallback === true) declared.fallback = true
}

/** The count under any of its names. */
function statedCount(envelope: Keyed): number | undefined {
  return (
    wholeNumber(envelope.count) ??
    wholeNumber(field(envelope, 'resultCount', 'result_count')) ??
    wholeNumber(field(envelope, 'matchedCount', 'matched_count')) ??
    wholeNumber(envelope.matches)
  )
}

const REASONS = new Set<unknown>(EMPTY_REASONS)

function emptyReason(envelope: Keyed): EmptyReason | undefined {
  const stated = field(envelope, 'emptyReason', 'empty_reason')
  if (typeof stated !== 'string' || stated === '') return undefined
  // A tool's own reason counts as one that the shared list does not have.
  return REASONS.has(stated) ? (stated as EmptyReason) : '_OTHER'
}

/** The coverage that an envelope states, kept as declared even where its own numbers deny it. */
export function statedCoverage(value: unknown): Coverage | undefined {
  if (!isKeyed(value)) return typeof value === 'string' ? statedCoverage({ status: value }) : undefined
  const { status } = value
  if (status !== 'complete' && status !== 'partial' && status !== 'unknown') return undefined
  const sourcesExpected = wholeNumber(field(value, 'sourcesExpected', 'sources_expected'))
  const sourcesCovered = wholeNumber(field(value, 'sourcesCovered', 'sources_covered'))
  const { missing } = value
  return {
    status,
    ...(sourcesExpected === undefined ? {} : { sourcesExpected }),
    ...(sourcesCovered === undefined ? {} : { sourcesCovered }),
    ...(Array.isArray(missing) ? { missing: missing.filter((name) => typeof name === 'string') } : {}),
  }
}

/** The freshness that an envelope states: a word, or an object. */
export function statedFreshness(value: unknown): Freshness | undefined {
  if (!isKeyed(value)) return typeof value === 'string' ? statedFreshness({ status: value }) : undefined
  const observedAt = field(value, 'observedAt', 'observed_at')
  const ageMs = amount(field(value, 'ageMs', 'age_ms'))
  const maxAgeMs = amount(field(value, 'maxAgeMs', 'max_age_ms'))
  const status = freshnessStatus(value.status, ageMs, maxAgeMs)
  if (status === undefined) return undefined
  return {
    status,
    ...(typeof observedAt === 'string' && TIME_TEXT.test(observedAt) ? { observedAt } : {}),
    ...(ageMs === undefined ? {} : { ageMs }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  }
}

/** The word that is stated, else what age and allowed age say; undefined where neither says anything. */
function freshnessStatus(
  stated: unknown,
  ageMs: number | undefined,
  maxAgeMs: number | undefined,
): FreshnessStatus | undefined {
  if (stated === 'fresh' || stated === 'stale' || stated === 'unknown') return stated
  if (ageMs === undefined) return undefined
  return maxAgeMs === undefined ? 'unknown' : ageMs > maxAgeMs ? 'stale' : 'fresh'
}
