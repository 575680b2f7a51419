import type { SpanFacts } from '../facts/span-facts.ts'
import type { JudgedRun } from './judged-operation.ts'
import { hasEnded } from './order.ts'
import { callerOf } from './siblings.ts'
import type { SpanTree } from './tree.ts'

/** What begins later than this after a failure may be the next round of a poller or a cron job. */
const WITHIN_MS = 60_000

/**
 * The failed step around `done` that was run again around `again`, where nobody numbers its tries. Two kinds are
 * certain. A call of a tool that failed and was made again with the same arguments by the same caller. And a step of the
 * same name beside the first that calls again all that was called there, what had failed among it: a step for the next
 * item would call something with other arguments.
 */
export function rerunStep(done: SpanFacts, again: SpanFacts, judged: JudgedRun): SpanFacts | undefined {
  const { tree } = judged
  const around = tree.ancestorsOf(done)
  if (!around.some(({ failed }) => failed)) return undefined
  const aroundAgain = tree.ancestorsOf(again)
  const meeting = around.find((span) => aroundAgain.includes(span))
  if (meeting === undefined) return undefined
  const later = aroundAgain.slice(0, aroundAgain.indexOf(meeting))
  return around
    .slice(0, around.indexOf(meeting))
    .find((step) => step.failed && later.some((next) => isRunAgain(step, next, judged)))
}

function isRunAgain(step: SpanFacts, next: SpanFacts, judged: JudgedRun): boolean {
  const { tree } = judged
  if (step.service !== next.service || step.role !== next.role || !hasEnded(step, next)) return false
  if (next.startMs - (step.endMs ?? next.startMs) >= WITHIN_MS) return false
  if (step.role === 'tool') return isEqualCall(step, next, judged)
  const isStep = step.role === 'other' || step.role === 'agent'
  const isBeside = step.parentSpanId === next.parentSpanId && step.name === next.name
  return isStep && isBeside && step.agent === next.agent && isMadeAgain(step, next, tree)
}

function isEqualCall(first: SpanFacts, next: SpanFacts, { tree, tries, turns }: JudgedRun): boolean {
  const isEqual = first.fingerprint !== undefined && first.fingerprint === next.fingerprint
  if (!isEqual || first.tool !== next.tool || first.idempotent === true) return false
  if (callerOf(first, tree) !== callerOf(next, tree)) return false
  const one = tries.find(({ span }) => span === first)
  const other = tries.find(({ span }) => span === next)
  return one !== undefined && other !== undefined && !turns.wantedByOneTurn(one, other)
}

/** Whether all calls in a step, of which one failed, are made in the next one, too, with the arguments that are known. */
function isMadeAgain(step: SpanFacts, next: SpanFacts, tree: SpanTree): boolean {
  const calls = callsIn(step, tree)
  const again = new Set(callsIn(next, tree).map(callOf))
  const isAgain = (call: SpanFacts): boolean => call.fingerprint !== undefined && again.has(callOf(call))
  return calls.some(({ failed }) => failed) && calls.every(isAgain)
}

function callsIn(step: SpanFacts, tree: SpanTree): SpanFacts[] {
  const calls: SpanFacts[] = []
  tree.walkDown(step, (below) => {
    if (below.role === 'tool') calls.push(below)
    return true
  })
  return calls
}

const callOf = ({ tool, fingerprint }: SpanFacts): string => `${tool} ${fingerprint}`
