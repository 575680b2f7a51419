import type { SpanFacts } from '../facts/span-facts.ts'
import { perSpan } from './found-once.ts'
import { hasBelow } from './has-below.ts'
import type { JudgedRun } from './judged-run.ts'
import { hasEnded, mayFollow } from './order.ts'
import { callerOf } from './siblings.ts'
import type { SpanTree } from './tree.ts'
import { createUntilDone } from './until-done.ts'

/** What begins later than this after a failure may be the next round of a poller or a cron job. */
const WITHIN_MS = 60_000

/**
 * The failed step around `done` that was run again around `again`, where nobody numbers its tries. Two kinds are
 * certain. A call of a tool that failed and was made again with the same arguments by the same caller. And a step of the
 * same name beside the first that calls again all that was called there, what had failed among it: a step for the next
 * item would call something with other arguments. What a model was asked about in between is its next turn, what goes on
 * after a success is a row of trials, and what was changed after the failure may have undone the write.
 */
export function rerunStep(done: SpanFacts, again: SpanFacts, judged: JudgedRun): SpanFacts | undefined {
  const { tree } = judged
  const around = tree.ancestorsOf(done)
  if (!around.some(({ failed }) => failed)) return undefined
  const aroundAgain = tree.ancestorsOf(again)
  const later = aroundAgain.filter((span) => !around.includes(span))
  // Where nothing is known to be around both, nobody knows who runs them.
  if (later.length === aroundAgain.length) return undefined
  return around.find(
    (step) =>
      step.failed && !aroundAgain.includes(step) && later.some((next) => isRunAgain(step, next, judged)),
  )
}

function isRunAgain(step: SpanFacts, next: SpanFacts, judged: JudgedRun): boolean {
  const { tree, boundaries } = judged
  if (step.service !== next.service || step.role !== next.role || !hasEnded(step, next)) return false
  if (next.startMs - (step.endMs ?? next.startMs) >= WITHIN_MS) return false
  const isAlike = step.role === 'tool' ? isEqualCall(step, next, judged) : isEqualStep(step, next, judged)
  return isAlike && !hasUndone(step, tree) && !boundaries.changedBetween({ span: step }, { span: next })
}

function isEqualCall(first: SpanFacts, next: SpanFacts, { tree, turns }: JudgedRun): boolean {
  const isEqual = first.fingerprint !== undefined && first.fingerprint === next.fingerprint
  if (!isEqual || first.tool !== next.tool || first.idempotent === true) return false
  if (callerOf(first, tree) !== callerOf(next, tree)) return false
  return !turns.wantedByOneTurn({ span: first }, { span: next })
}

function isEqualStep(step: SpanFacts, next: SpanFacts, judged: JudgedRun): boolean {
  const { tree } = judged
  if (step.role !== 'other' && step.role !== 'agent') return false
  if (step.parentSpanId !== next.parentSpanId || step.name !== next.name || step.agent !== next.agent)
    return false
  return isMadeAgain(step, next, tree) && !isAskedFor(step, next, judged) && isUntilDone(next, tree)
}

/** Whether all calls in a step, of which one failed, are made in the next one, too, with the arguments that are known. */
function isMadeAgain(step: SpanFacts, next: SpanFacts, tree: SpanTree): boolean {
  const calls = callsIn(step, tree)
  const again = new Set(callsIn(next, tree).map(callOf))
  const isAgain = (call: SpanFacts): boolean => call.fingerprint !== undefined && again.has(callOf(call))
  return calls.some(({ failed }) => failed) && calls.every(isAgain)
}

/** Whether something was changed in a step after its last failure: it may have taken back what was done before. */
function hasUndone(step: SpanFacts, tree: SpanTree): boolean {
  const calls = callsIn(step, tree)
  const last = calls.findLast(({ failed }) => failed)
  return (
    last !== undefined &&
    calls.some((call) => !call.failed && call.effect !== 'read' && mayFollow(tree, last, call))
  )
}

/** Whether a model chose what the next step does, having seen the first: between the two, or at the step's beginning. */
function isAskedFor(step: SpanFacts, next: SpanFacts, { tree, turns }: JudgedRun): boolean {
  if (turns.askedBetween(step, next) === true) return true
  if (next.role === 'agent') return false
  // An agent of the step's own begins anew, and has seen nothing.
  const caller = callerOf(next, tree)
  return hasBelow(next, tree, (below) => below.role === 'model' && callerOf(below, tree) === caller)
}

/** Runs of one step begin with the same call. */
const isUntilDone = createUntilDone((step, tree) => {
  const [first] = callsIn(step, tree)
  return `${step.role} ${step.name} ${first && callOf(first)}`
})

const callsIn = perSpan((step, tree) => {
  const calls: SpanFacts[] = []
  tree.walkDown(step, (below) => {
    if (below.role === 'tool') calls.push(below)
    return true
  })
  return calls
})

const callOf = ({ tool, fingerprint }: SpanFacts): string => `${tool} ${fingerprint}`
