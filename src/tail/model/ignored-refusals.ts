import type { SpanFacts } from '../facts/span-facts.ts'
import { groupBy } from './group-by.ts'
import type { JudgedRun } from './judged-run.ts'
import { hasEnded } from './order.ts'
import { isRemnant } from './run.ts'
import { byStart, putInOrder } from './span-order.ts'
import type { Try } from './try.ts'

/** A target that said no for good, and the calls that were started at it all the same. */
export interface IgnoredRefusal {
  readonly target: string
  readonly refused: SpanFacts
  /** At least as many as the setting says; by start. */
  readonly starts: readonly SpanFacts[]
  /** The one that was too many. */
  readonly fifth: SpanFacts
  /** The target answered well after them. */
  readonly isServedAgain: boolean
}

/** Of each target the first refusal after which work went on. */
export function ignoredRefusals(judged: JudgedRun): readonly IgnoredRefusal[] {
  const asked = judged.tries.filter(
    (item) =>
      targetOf(item.span) !== undefined && !isPartOfModelCall(item) && !isRemnant(item.span, judged.run),
  )
  const spans = asked.map(({ span }) => span)
  const groups = groupBy(spans, (span) => `${span.service} ${targetOf(span)}`)
  return groups.flatMap((calls) => firstIgnored(calls, judged.settings.terminalStarts) ?? [])
}

function firstIgnored(calls: SpanFacts[], terminalStarts: number): IgnoredRefusal | undefined {
  putInOrder(calls, byStart)
  let refused: SpanFacts | undefined
  let starts: SpanFacts[] = []
  let isServedAgain = false
  for (const span of calls) {
    if (isServed(span)) {
      // What starts in one millisecond with it may have come after it.
      isServedAgain = starts.filter(({ startMs }) => startMs < span.startMs).length >= terminalStarts
      if (isServedAgain) break
      refused = undefined
      starts = []
    } else if (refused === undefined) {
      if (isFinalNo(span)) refused = span
    } else if (hasEnded(refused, span)) starts.push(span)
  }
  const fifth = starts[terminalStarts - 1]
  if (refused === undefined || fifth === undefined) return undefined
  return { target: targetOf(fifth) ?? '', refused, starts, fifth, isServedAgain }
}

/** A model at its provider, or a host. A tool is none: its next input may be allowed. */
function targetOf({ role, model, http }: SpanFacts): string | undefined {
  return role === 'model' ? model : role === 'http' ? http?.host : undefined
}

/** The request of a model call is that model call. */
function isPartOfModelCall({ outer }: Try): boolean {
  for (let at = outer; at !== undefined; at = at.outer) if (at.span.role === 'model') return true
  return false
}

/** The target answered: well, or with a complaint about this one request. */
function isServed({ failed, endMs, errorCategory, errorCode, http }: SpanFacts): boolean {
  if (endMs === undefined) return false
  if (!failed) return true
  const isAboutRequest = errorCategory === 'validation' || http?.status === 404 || http?.status === 410
  return isAboutRequest || CONFLICTS.has(http?.status ?? 0) || errorCode === FAILED_PRECONDITION
}

/** What gRPC says where HTTP says 412. */
const FAILED_PRECONDITION = 'FAILED_PRECONDITION'

/** Conflicts and preconditions: business between this request and the thing it is about. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 412, 451])
/** Statuses by which a host says no to whoever asks (RFC 9110; 507 is a full store). */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 407, 429, 507])
/** A provider that will not answer this text may answer the next. */
const ABOUT_CONTENT = /content|polic|safety|filter|moderat/i

/** Whether a model or a host said no to whoever asks, whatever is asked. */
export function isFinalNo({
  role,
  failed,
  errorCategory,
  errorCode,
  errorType,
  retryable,
  budget,
  http,
}: SpanFacts): boolean {
  if (!failed || (role !== 'model' && role !== 'http') || budget?.exhaustedBy !== undefined) return false
  if (http?.status !== undefined && !REFUSALS.has(http.status)) return false
  if (errorCode === FAILED_PRECONDITION) return false
  if (ABOUT_CONTENT.test(`${errorCode ?? ''} ${errorType ?? ''}`)) return false
  const isNo = errorCategory === 'business' || errorCategory === 'permission'
  return isNo && retryable !== true
}
