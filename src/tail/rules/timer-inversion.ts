import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { nearestOuter } from '../model/operation.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import { sayDuration } from './draft/duration.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** What people read about the rule. */
export const timerInversionPage: RulePage = {
  meaning:
    'The caller is gone before the answer comes. The work is done for nobody, and a repeat ends the same way.',
  example: 'The client of `export_report` gives up after 10 s. The server works on it for 24 s, each time.',
  quietWhen:
    'The durations are not known; the client was answered, or gave up for another reason; a deadline of its own keeps the callee in time.',
  fix: 'Let the outer timer be the longest: tries times timeout of the callee below what its caller allows.',
  severities: 'warning',
}

/** The callee may take longer than its caller waits. */
export const timerInversion: RunRule = Object.freeze({
  id: 'timer-inversion',
  summary:
    'The callee may take longer than its caller waits: its work outlived the caller, or its tries and timers exceed the deadline above.',
  scope: 'run',
  isCue: (span: SpanFacts) => span.timers !== undefined && (span.failed || span.attempt !== undefined),
  check(judged: JudgedRun): readonly Draft[] {
    return [...outlivedCalls(judged), ...exceededDeadlines(judged)]
  },
} as const)

/** Durations are compared, not clocks: the two sides may run on different ones. */
function outlivedCalls(judged: JudgedRun): Draft[] {
  return judged.tree.spans.flatMap((server) => {
    const client = clientOf(server, judged)
    const waitsMs = client?.timers?.callMs
    if (client === undefined || waitsMs === undefined || server.endMs === undefined) return []
    const tookMs = server.endMs - server.startMs
    if (tookMs <= waitsMs || !client.failed) return []
    const tool = nameOfCall(client)
    return [
      aboutCall(client, judged, {
        severity: 'warning',
        summary: `the server of ${tool} worked ${sayDuration(tookMs)}, but its client waits only ${sayDuration(waitsMs)}`,
        evidence: [
          { span: client, says: `waits ${sayDuration(waitsMs)}` },
          { span: server, says: `took ${sayDuration(tookMs)}` },
        ],
        fix: `raise the client timeout of ${tool} above ${sayDuration(tookMs)} (timeout of the MCP request), or let the server end earlier`,
        wastedMs: Math.round(tookMs - waitsMs),
      }),
    ]
  })
}

/** The client of the call that a server's span answers; HTTP spans may lie between the two. */
function clientOf(server: SpanFacts, { tree }: JudgedRun): SpanFacts | undefined {
  if (server.kind !== 'server' || server.role !== 'tool') return undefined
  const above = tree.ancestorsOf(server).find(({ role }) => role !== 'other' && role !== 'http')
  return above?.kind === 'client' && above.role === 'tool' && above.tool === server.tool ? above : undefined
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
  const perTryMs = first?.span.timers?.callMs
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

function enclosingDeadline(budget: Budget): Budget | undefined {
  for (let outer = budget.outer; outer !== undefined; outer = outer.outer)
    if (outer.deadlineMs !== undefined) return outer
  return undefined
}
