import type { SpanFacts } from '../facts/span-facts.ts'
import type { Budget } from '../model/budget.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import { sayDuration } from './draft/duration.ts'
import { nameOfOwner } from './draft/owner.ts'
import type { Draft, RunRule } from './rule.ts'

/** The callee may take longer than its caller waits. */
export const timerInversion: RunRule = Object.freeze({
  id: 'timer-inversion',
  summary:
    'The callee may take longer than its caller waits: its work outlived the caller, or its tries and timers exceed the deadline above.',
  meaning:
    'The caller is gone before the answer comes. The work is done for nobody, and a repeat ends the same way.',
  quietWhen: 'The durations are not known.',
  fix: 'Let the outer timer be the longest: tries times timeout of the callee below what its caller allows.',
  severities: 'warning',
  scope: 'run',
  isCue: (span: SpanFacts) => span.timers !== undefined && (span.failed || span.attempt !== undefined),
  check(judged: JudgedRun): readonly Draft[] {
    return [...outlivedCalls(judged), ...exceededDeadlines(judged)]
  },
} as const)

/** Durations are compared, not clocks: the two sides may run on different ones. */
function outlivedCalls(judged: JudgedRun): Draft[] {
  return judged.tree.spans.flatMap((server) => {
    const client =
      server.kind === 'server' && server.role === 'tool' ? judged.tree.parentOf(server) : undefined
    const waitsMs = client?.timers?.callMs
    if (
      client === undefined ||
      client.kind !== 'client' ||
      waitsMs === undefined ||
      server.endMs === undefined
    )
      return []
    const tookMs = server.endMs - server.startMs
    if (tookMs <= waitsMs || !client.failed) return []
    const tool = nameOfCall(client)
    return [
      aboutCall(client, judged, {
        severity: 'warning',
        summary: `the server worked ${sayDuration(tookMs)} on ${tool}, and its client waits ${sayDuration(waitsMs)}`,
        evidence: [
          { span: client, says: `waits ${sayDuration(waitsMs)}` },
          { span: server, says: `took ${sayDuration(tookMs)}` },
        ],
        fix: `raise the timeout of the caller of ${tool} above ${sayDuration(tookMs)}, or let the server end earlier`,
      }),
    ]
  })
}

/** Tries times timeout against the deadline of an enclosing owner; not of the budget's own. */
function exceededDeadlines(judged: JudgedRun): Draft[] {
  return judged.operations.flatMap(({ layers }) => {
    for (const budget of layers.flatMap((layer) => layer.budgets)) {
      const outer = enclosingDeadline(budget)
      const [first] = budget.tries
      const perTryMs = first?.span.timers?.callMs
      if (
        outer === undefined ||
        first === undefined ||
        perTryMs === undefined ||
        budget.maxAttempts === undefined
      )
        continue
      const mayTakeMs = perTryMs * budget.maxAttempts
      const waiting = outer.tries[0]?.span
      if (waiting === undefined || mayTakeMs <= (outer.deadlineMs ?? Number.POSITIVE_INFINITY)) continue
      const owner = nameOfOwner({ budgets: [budget] })
      return [
        aboutCall(waiting, judged, {
          severity: 'warning',
          summary: `${owner} may take ${budget.maxAttempts} × ${sayDuration(perTryMs)}, and its caller allows ${sayDuration(outer.deadlineMs ?? 0)}`,
          evidence: [
            { span: waiting, says: `allows ${sayDuration(outer.deadlineMs ?? 0)} in all` },
            ...budget.tries.map((item) => ({ span: item.span, says: `may take ${sayDuration(perTryMs)}` })),
          ],
          fix: `let tries times timeout of ${owner} stay below ${sayDuration(outer.deadlineMs ?? 0)}`,
        }),
      ]
    }
    return []
  })
}

function enclosingDeadline(budget: Budget): Budget | undefined {
  for (let outer = budget.outer; outer !== undefined; outer = outer.outer)
    if (outer.deadlineMs !== undefined) return outer
  return undefined
}
