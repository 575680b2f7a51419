import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { nearestOuter } from '../model/operation.ts'
import type { Try } from '../model/try.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import { sayDuration } from './draft/duration.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const timerInversionPage: RulePage = {
  summary:
    'The callee may take longer than its caller waits: its work outlived the caller, or its tries and timers exceed the deadline above.',
  meaning:
    'The caller is gone before the answer comes. The work is done for nobody, and a repeat ends the same way.',
  example: 'The client of `export_report` gives up after 10 s. The server works on it for 24 s, each time.',
  quietWhen:
    'The durations are not known; whoever waits was answered, or failed long before its timer ran out; the server is not the one that it called; a deadline of its own keeps the callee in time. A timer is known where a span states it (`toolspan.timeout.call_ms`, `toolspan.timeout.total_ms`): spans of MCP clients, attempts of `recover()` with attemptTimeoutMs, functions traced with timeoutMs.',
  fix: 'Let the outer timer be the longest: tries times timeout of the callee below what its caller allows.',
  severities: 'warning',
}

/** The callee may take longer than its caller waits. */
export const timerInversion: RunRule = Object.freeze({
  id: 'timer-inversion',
  scope: 'run',
  isCue: (span: SpanFacts) => span.timers !== undefined && (span.failed || span.attempt !== undefined),
  check(judged: JudgedRun): readonly Draft[] {
    return [...outlivedCalls(judged), ...exceededDeadlines(judged)]
  },
} as const)

/** Durations are compared, not clocks: the two sides may run on different ones. */
function outlivedCalls(judged: JudgedRun): Draft[] {
  const servers = judged.tree.spans.filter(({ kind, endMs }) => kind === 'server' && endMs !== undefined)
  // Of several servers of one call, such as that of HTTP and that of MCP, the tool's own speaks.
  const told = new Set<SpanFacts>()
  return [...servers.filter(isTool), ...servers.filter((server) => !isTool(server))].flatMap((server) => {
    const caller = callerOf(server, judged)
    const waitsMs = caller && wallClockMs(caller)
    const tookMs = lengthMs(server)
    if (caller === undefined || waitsMs === undefined || tookMs <= waitsMs) return []
    if (!caller.failed || lengthMs(caller) < waitsMs * NEARLY || told.has(caller)) return []
    told.add(caller)
    return [outlived(caller, waitsMs, server, judged)]
  })
}

/** A caller that failed long before its timer ran out failed for another reason; clocks and timers are not exact. */
const NEARLY = 0.9

const isTool = ({ role }: SpanFacts): boolean => role === 'tool'

const lengthMs = ({ startMs, endMs }: SpanFacts): number => (endMs ?? startMs) - startMs

/** How long whoever opened the span waits for it, whatever progress comes. */
const wallClockMs = ({ timers }: SpanFacts): number | undefined => timers?.callMs ?? timers?.totalMs

function outlived(caller: SpanFacts, waitsMs: number, server: SpanFacts, judged: JudgedRun): Draft {
  const tool = nameOfCall(caller)
  const tookMs = lengthMs(server)
  const took = sayDuration(tookMs)
  const isItsClient = caller.kind === 'client' && caller.role === 'tool'
  return aboutCall(caller, judged, {
    severity: 'warning',
    summary: isItsClient
      ? `the server of ${tool} worked ${took}, but its client waits only ${sayDuration(waitsMs)}`
      : `the server below ${tool} worked ${took}, but ${tool} waits only ${sayDuration(waitsMs)}`,
    evidence: [
      { span: caller, says: `waits ${sayDuration(waitsMs)}` },
      { span: server, says: `took ${took}` },
    ],
    fix: isItsClient
      ? `raise the client timeout of ${tool} above ${took} (timeout of the MCP request), or let the server end earlier`
      : `raise the timeout of ${tool} above ${took}, or let the server end earlier`,
    wastedMs: Math.round(tookMs - waitsMs),
  })
}

/**
 * The nearest span above a server that states how long it waits: a client, an attempt, a traced function. Behind
 * another server nobody waits but that one; the client of another tool is no caller of this one.
 */
function callerOf(server: SpanFacts, { tree }: JudgedRun): SpanFacts | undefined {
  for (const above of tree.ancestorsOf(server)) {
    if (above.kind === 'server' && (above.role === 'tool' || !isTool(server))) return undefined
    if (isTool(above) && above.kind === 'client' && isTool(server) && above.tool !== server.tool)
      return undefined
    if (wallClockMs(above) !== undefined) return above
  }
  return undefined
}

/** Tries times timeout against the deadline of an enclosing owner; not of the budget's own. */
function exceededDeadlines(judged: JudgedRun): Draft[] {
  return judged.inQuestion.flatMap(({ layers }) => {
    const budgets = layers.flatMap((layer) => layer.budgets)
    const drafts = budgets.flatMap((budget) => exceededDeadline(budget, judged) ?? [])
    return drafts.slice(0, 1)
  })
}

function exceededDeadline(budget: Budget, judged: JudgedRun): Draft | undefined {
  const { maxAttempts, deadlineMs = Number.POSITIVE_INFINITY } = budget
  const outer = enclosingDeadline(budget)
  const [first] = budget.tries
  const perTryMs = first && perTryOf(first)
  if (outer?.deadlineMs === undefined || first === undefined) return undefined
  if (perTryMs === undefined || maxAttempts === undefined) return undefined
  // A deadline of its own bounds all its tries.
  if (Math.min(perTryMs * maxAttempts, deadlineMs) <= outer.deadlineMs) return undefined
  const waiting = (nearestOuter(first, new Set(outer.tries)) ?? outer.tries[0])?.span
  if (waiting === undefined) return undefined
  const owner = nameOfOwner({ budgets: [budget] })
  const caller = nameOfOwner({ budgets: [outer] })
  const allowed = sayDuration(outer.deadlineMs)
  const perTry = sayDuration(perTryMs)
  return aboutCall(waiting, judged, {
    severity: 'warning',
    summary: `${owner} may take ${maxAttempts} × ${perTry} = ${sayDuration(perTryMs * maxAttempts)}, but ${caller} above it allows only ${allowed}`,
    evidence: [
      { span: waiting, says: `allows ${allowed} in all` },
      ...budget.tries.map((item) => ({ span: item.span, says: `may take ${perTry}` })),
    ],
    fix: `lower maxAttempts or attemptTimeoutMs of ${owner} so that their product stays below ${allowed}, or raise deadlineMs of ${caller}`,
  })
}

/** The shortest of the timers that the spans of a try state. */
function perTryOf({ spans }: Try): number | undefined {
  const stated = spans.flatMap((span) => wallClockMs(span) ?? [])
  return stated.length === 0 ? undefined : Math.min(...stated)
}

function enclosingDeadline(budget: Budget): Budget | undefined {
  for (let outer = budget.outer; outer !== undefined; outer = outer.outer)
    if (outer.deadlineMs !== undefined) return outer
  return undefined
}
