import { type Clock, systemClock } from '../../clock.ts'
import type { CoverageStatus } from '../../semconv/attributes/coverage.ts'
import type {
  CoverageStatement,
  FreshnessStatement,
  Gap,
  SuccessEnvelope,
} from '../envelope/success-envelope.ts'
import { TIME_TEXT } from '../envelope/time-text.ts'
import { amount, wholeNumber } from '../evidence/keyed.ts'
import { usableOptions } from './usable-options.ts'

/** When the data was true, and how old it may be. */
export interface Dated {
  /** When the data was true. A text is RFC 3339. */
  readonly observedAt?: string | Date
  /** Age of the data in milliseconds. Default: from `observedAt`, when `maxAgeMs` is given as well. */
  readonly ageMs?: number
  /** Age the data may have, in milliseconds. Without it freshness is `unknown`. */
  readonly maxAgeMs?: number
}

/**
 * What the caller of a builder states about the look-up. Nothing is made up: coverage is `complete` only where
 * these options say so, and saying nothing leaves it `unknown`. What is not what it has to be, such as a number
 * below 0 or a word that is on no list, is left out; a builder never throws.
 */
export interface LookedAt {
  /** Sources that were asked and answered; one that is also missing did not. With nothing missing, the list states complete coverage. */
  readonly sources?: readonly string[]
  /** Sources that should have answered and did not. Coverage is then `partial`. */
  readonly missing?: readonly string[]
  /** Why each of them did not. A source named here counts as missing. */
  readonly gaps?: readonly Gap[]
  /** Items looked at. Not 0, it states complete coverage unless something is missing, cut or still to come. */
  readonly scanned?: number
  /** Items there are in all. More than were returned means partial coverage. */
  readonly total?: number
  /** Coverage in so many words. Default: what the other options state. `missing` beats `complete`. */
  readonly coverage?: CoverageStatus
  /** What was searched for, normalised: the arguments, a query, filters. */
  readonly searched?: unknown
  /** Whether the results were cut. Coverage is then `partial`. */
  readonly truncated?: boolean
  /** Whether a next page exists. Coverage is then `partial`. */
  readonly hasMore?: boolean
  /** Where the next page starts. */
  readonly nextCursor?: string
  readonly freshness?: Dated
  /** A remark for the model. */
  readonly message?: string
  /** Where "now" comes from for an age. Default: the machine's clock. */
  readonly clock?: Clock
}

/** The parts of the success envelope that the options state, in the order in which they are written. */
export function lookedAtEnvelope(
  status: SuccessEnvelope['status'],
  count: number,
  asGiven: LookedAt,
): SuccessEnvelope {
  const options = usableOptions(asGiven)
  const { sources, gaps, searched, truncated, nextCursor, message } = options
  const total = wholeNumber(options.total)
  const scanned = wholeNumber(options.scanned)
  const hasMore = options.hasMore ?? (nextCursor === undefined ? undefined : true)
  const freshness = options.freshness && statedFreshness(options.freshness, options.clock ?? systemClock)
  return {
    status,
    count,
    // Fewer in all than there are here is no total.
    ...(total === undefined || total < count ? {} : { total }),
    ...(scanned === undefined ? {} : { scanned }),
    coverage: statedCoverage(count, options),
    ...(sources === undefined ? {} : { sources: [...sources] }),
    ...(freshness === undefined ? {} : { freshness }),
    ...(truncated === undefined ? {} : { truncated }),
    ...(hasMore === undefined ? {} : { hasMore }),
    ...(nextCursor === undefined ? {} : { nextCursor }),
    ...(searched === undefined ? {} : { searched }),
    ...(gaps === undefined ? {} : { gaps: [...gaps] }),
    ...(message === undefined ? {} : { message }),
  }
}

function statedCoverage(count: number, options: LookedAt): CoverageStatement {
  const { sources = [], missing = [], gaps = [] } = options
  const absent = [...new Set([...missing, ...gaps.map((gap) => gap.source)])]
  const status = coverageStatus(count, options, absent.length)
  if (sources.length + absent.length === 0) return { status }
  return {
    status,
    sourcesExpected: sources.length + absent.length,
    sourcesCovered: sources.length,
    missing: absent,
  }
}

function coverageStatus(count: number, options: LookedAt, absent: number): CoverageStatus {
  const { sources = [], coverage, truncated, hasMore, nextCursor } = options
  if (absent > 0) return 'partial'
  if (coverage !== undefined) return coverage
  const isCut = truncated === true || hasMore === true || nextCursor !== undefined
  if (isCut || (wholeNumber(options.total) ?? 0) > count) return 'partial'
  return sources.length > 0 || (wholeNumber(options.scanned) ?? 0) > 0 ? 'complete' : 'unknown'
}

/** What a date and an allowed age state about freshness. */
export function statedFreshness(dated: Dated, clock: Clock): FreshnessStatement {
  const at = timeText(dated.observedAt)
  const maxAgeMs = amount(dated.maxAgeMs)
  const ageMs = amount(dated.ageMs) ?? (maxAgeMs === undefined ? undefined : ageAt(at, clock))
  const status =
    ageMs === undefined || maxAgeMs === undefined ? 'unknown' : ageMs <= maxAgeMs ? 'fresh' : 'stale'
  return {
    status,
    ...(at === undefined ? {} : { observedAt: at }),
    ...(ageMs === undefined ? {} : { ageMs }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
  }
}

function timeText(at: unknown): string | undefined {
  if (at instanceof Date) return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
  return typeof at === 'string' && TIME_TEXT.test(at) ? at : undefined
}

function ageAt(observedAt: string | undefined, clock: Clock): number | undefined {
  const observedMs = Date.parse(observedAt ?? '')
  return Number.isNaN(observedMs) ? undefined : Math.max(0, Math.round(clock.now() - observedMs))
}
