import { waitsByName } from '../facts/said-by-name.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { asksPerson } from '../model/person.ts'
import type { SpanTree } from '../model/tree.ts'
import type { RuleSettings } from '../rule-settings.ts'
import { aboutCall, isShownAbove, nameOfCall } from './draft/about-call.ts'
import { sayDuration } from './draft/duration.ts'
import type { Draft, RulePage, SpanRule } from './rule.ts'

/** What people read about the rule. */
export const unboundedCallPage: RulePage = {
  summary: 'A call without a known timer was open past its idle window, or was never answered.',
  meaning: 'The agent waits for ever, and nobody can tell that it does.',
  example:
    '`run_query` has no timeout. It hangs for an hour and three quarters, until somebody cancels the run.',
  quietWhen:
    'A timer is known, of the call or above it; progress or work below it shows life; a person is asked, as the result or the name of the tool says; a tool that waits, by its name, came to its end.',
  fix: 'Give the call a timeout, and let long work report progress.',
  severities: 'warning; info when it ended well',
}

/** Nothing limits a call, and it hangs. */
export const unboundedCall: SpanRule = Object.freeze({
  id: 'unbounded-call',
  scope: 'span',
  isAboutCue: true,
  isCue: (span: SpanFacts, settings: RuleSettings) =>
    span.role === 'tool' &&
    span.timers === undefined &&
    (span.endMs ?? Number.POSITIVE_INFINITY) - span.startMs > windowOf(span, settings),
  check(span: SpanFacts, judged: JudgedRun): Draft | undefined {
    const openMs = silentFor(span, judged)
    if (openMs === undefined || isShownAbove(span, judged, (above) => silentFor(above, judged) !== undefined))
      return undefined
    const tool = nameOfCall(span)
    const isOpen = span.endMs === undefined
    const endedWell = hasEndedWell(span)
    return aboutCall(span, judged, {
      severity: endedWell ? 'info' : 'warning',
      summary: isOpen
        ? `${tool} was not answered in ${sayDuration(openMs)}, and no timer is known that would end it`
        : `${tool} took ${sayDuration(openMs)} without a sign of life, and no timer is known that would have ended it`,
      evidence: [{ span, says: isOpen ? 'never ended' : `open for ${sayDuration(openMs)}` }],
      fix: `give ${tool} a timeout (timeout of the MCP request, attemptTimeoutMs of recover()), and let it report progress if it may take long`,
      ...(endedWell ? {} : { wastedMs: Math.round(openMs) }),
    })
  },
} as const)

/** How long the call was open without a sign of life; undefined while that is within its window. */
function silentFor(span: SpanFacts, { tree, settings }: JudgedRun): number | undefined {
  if (span.role !== 'tool') return undefined
  const untilMs = span.endMs ?? tree.lastSeenMs(span.service) ?? span.startMs
  const openMs = untilMs - span.startMs
  if (!(openMs > windowOf(span, settings)) || hasTimer(span, tree)) return undefined
  return asksPerson(span) || hasWaited(span) || isAlive(span, tree) ? undefined : openMs
}

function hasEndedWell({ endMs, failed, result }: SpanFacts): boolean {
  return endMs !== undefined && !failed && result?.status !== 'cancelled'
}

/** Waiting is what the tool is for, and it came to its end. */
function hasWaited(span: SpanFacts): boolean {
  return span.tool !== undefined && hasEndedWell(span) && waitsByName(span.tool)
}

function windowOf({ isOverHttp }: SpanFacts, { httpIdleWindowMs, idleWindowMs }: RuleSettings): number {
  return isOverHttp === true ? httpIdleWindowMs : idleWindowMs
}

/** A timer of the call, or one above it that ends it as well. */
function hasTimer(span: SpanFacts, tree: SpanTree): boolean {
  return endsInTime(span) || tree.findAbove(span, endsInTime) !== undefined
}

function endsInTime({ timers, budget }: SpanFacts): boolean {
  return timers !== undefined || budget?.deadlineMs !== undefined
}

/** One call has a handful of views; more are not looked through. */
const MAX_VIEWS = 16

/** Work below, or progress. Another view of the same call alone says nothing: it may hang as well. */
function isAlive(span: SpanFacts, tree: SpanTree): boolean {
  if ((span.progressCount ?? 0) > 0) return true
  let isAtWork = false
  let views = 0
  tree.walkDown(span, (below) => {
    const isView = below.tool !== undefined && below.tool === span.tool
    if (!isView || (below.progressCount ?? 0) > 0) isAtWork = true
    return isView && !isAtWork && ++views < MAX_VIEWS
  })
  return isAtWork
}
