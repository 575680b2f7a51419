import type { SpanFacts } from '../facts/span-facts.ts'
import type { Finding } from '../findings/finding.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { groupBy } from '../model/operation.ts'
import { hasEnded } from '../model/order.ts'
import { isRemnant } from '../model/run.ts'
import { byStart, putInOrder } from '../model/span-order.ts'
import type { Try } from '../model/try.ts'
import { aboutCall, agentOf } from './draft/about-call.ts'
import { ordinal } from './draft/ordinal.ts'
import { wasteOf } from './draft/waste.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const terminalIgnoredPage: RulePage = {
  meaning: 'Nobody told the others: each worker finds out for itself, and pays for it.',
  example:
    'The provider answers "quota used up". The other workers of the run start seven more calls to the same model.',
  quietWhen:
    'A success lies between, or an answer that shows that the target serves others; fewer than five; the refusal was about one request, such as a conflict or a filtered text.',
  fix: 'Stop the run, or the calls to that target, at the first final no, and tell whoever can lift it.',
  severities: 'warning',
}

/** Work went on after a target had said no for good. */
export const terminalIgnored: RunRule = Object.freeze({
  id: 'terminal-ignored',
  summary:
    'Five or more calls were started at one target after it had answered with quota, permission or suspension.',
  scope: 'run',
  isCue: isFinalNo,
  toldOnceFor: ({ origin, operation }: Finding) => `${origin.service} ${operation}`,
  check(judged: JudgedRun): readonly Draft[] {
    const asked = judged.tries.filter(
      (item) =>
        targetOf(item.span) !== undefined && !isPartOfModelCall(item) && !isRemnant(item.span, judged.run),
    )
    const spans = asked.map(({ span }) => span)
    return groupBy(spans, (span) => `${span.service} ${targetOf(span)}`).flatMap(
      (calls) => check(calls, judged) ?? [],
    )
  },
} as const)

function check(calls: SpanFacts[], judged: JudgedRun): Draft | undefined {
  const { terminalStarts } = judged.settings
  putInOrder(calls, byStart)
  let refused: SpanFacts | undefined
  let starts: SpanFacts[] = []
  let isServedAgain = false
  for (const span of calls) {
    if (isServed(span)) {
      isServedAgain = starts.length >= terminalStarts
      if (isServedAgain) break
      refused = undefined
      starts = []
    } else if (refused === undefined) {
      if (isFinalNo(span)) refused = span
    } else if (hasEnded(refused, span)) starts.push(span)
  }
  const fifth = starts[terminalStarts - 1]
  if (refused === undefined || fifth === undefined) return undefined
  const target = targetOf(fifth) ?? ''
  const reason = sayReason(refused)
  return aboutCall(fifth, judged, {
    severity: 'warning',
    summary: `${starts.length} more calls to ${target} were started after it had refused (${reason})`,
    evidence: [
      { span: fifth, says: `the ${ordinal(terminalStarts)} start after it` },
      ...starts.filter((span) => span !== fifth).map((span) => ({ span, says: 'started after it' })),
      { span: refused, says: `refused (${reason})` },
    ],
    operation: target,
    basis: 'position',
    agent: agentOf(fifth, judged),
    encloser: judged.tree.enclosing(starts),
    recovered: isServedAgain,
    attempts: starts.length,
    ...wasteOf(starts, judged.tree),
    fix: `stop all calls to ${target} at the first such refusal, and tell whoever can lift it`,
  })
}

/** What the refusal says of itself. A class that anything may have, and a bare status, say less than the category. */
function sayReason({ errorCode, errorType, errorCategory }: SpanFacts): string {
  const isVague = errorType !== undefined && /^(?:error|exception|_other|\d+)$/i.test(errorType)
  return errorCode ?? (isVague ? undefined : errorType) ?? errorCategory ?? 'no reason given'
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

function isFinalNo({
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
