import type { ResultStatus } from '../../semconv/attributes/result.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { isInnerView } from '../model/equal-call-series.ts'
import { groupBy } from '../model/group-by.ts'
import type { JudgedRun } from '../model/judged-run.ts'
import { endedBefore, sortByStart } from '../model/order.ts'
import { rerunStep } from '../model/rerun.ts'
import { operationIdOf, type Try } from '../model/try.ts'
import { areOfTwoTurns } from '../model/turn-of.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RulePage, RunRule } from './rule.ts'

/** Of a write that is made over and over only so many later ones are looked at: the next one tells. */
const MAX_LATER = 64

/** What people read about the rule. */
export const repeatedWritePage: RulePage = {
  summary: 'A write that had succeeded was made again with the same input by an outer retry or a re-run.',
  meaning:
    'The step around it failed later and was run again whole: the customer has two mails, two invoices.',
  example:
    'Step one mails the statement, step two fails. The workflow runs both again, and the customer has two mails.',
  quietWhen:
    'The input differs; the call is declared idempotent or carries the same idempotency key; a new user turn; two equal calls wanted by one model turn or made in one step; the first was indeterminate (then it is `unsafe-retry`); the step around it has no operation id with numbered tries, and is neither a call that failed and was made again with the same arguments, nor a failed step beside which one of its name calls again what had failed in it; a model saw the failure and chose the next step, its runs go on after one that went well (trials), or something was changed after the failure, which may have undone it; nobody says that the call writes (its spans, or `tools` in toolspan.yaml).',
  fix: 'Remember what a step has done before it runs again, or send its writes under an idempotency key of the operation.',
  severities: 'critical',
}

/** A write that had succeeded is made again by an outer retry or a re-run. */
export const repeatedWrite: RunRule = Object.freeze({
  id: 'repeated-write',
  scope: 'run',
  isCue: isWrite,
  cuesNeeded: () => 2,
  check(judged: JudgedRun): readonly Draft[] {
    const writes = judged.tries.flatMap((item) => writeOf(item) ?? [])
    return groupBy(writes, ({ span }) => `${span.tool} ${span.fingerprint}`).flatMap((equal) => {
      sortByStart(judged.tree, equal)
      for (const [index, done] of equal.entries()) {
        if (!wasDone(done.span)) continue
        const again = equal
          .slice(index + 1, index + 1 + MAX_LATER)
          .find((next) => isRerun(done, next, judged))
        if (again !== undefined) return [draft(done, again, equal, judged)]
      }
      return []
    })
  },
} as const)

/** A write, and the try that it was, or that was made of it alone. */
interface Write {
  readonly span: SpanFacts
  readonly item: Try
  /** The tries around it, the nearest first. */
  readonly around: readonly Try[]
}

function writeOf(item: Try): Write | undefined {
  const span = item.spans.find(isWrite)
  if (span?.fingerprint === undefined || isInnerView(item)) return undefined
  return { span, item, around: triesAround(item) }
}

function draft(done: Write, again: Write, equal: readonly Write[], judged: JudgedRun): Draft {
  const tool = nameOfCall(again.span)
  const rerun = isOfOneOperation(done, again) ? undefined : rerunStep(done.span, again.span, judged)
  const owner = rerun === undefined ? stepAround(done, again)?.span.budget?.owner : nameOfCall(rerun)
  const because = rerun === undefined ? `${owner} ran its step again` : `${owner} failed and was run again`
  return aboutCall(again.span, judged, {
    severity: 'critical',
    summary: `${tool} had succeeded and was called again with the same input${owner === undefined ? '' : `, because ${because}`}`,
    evidence: [
      { span: again.span, says: 'the same write again' },
      { span: done.span, says: 'had succeeded' },
      ...(rerun === undefined ? [] : [{ span: rerun, says: 'failed after it, and was run again' }]),
      ...again.item.spans
        .filter((span) => span.kind === 'server')
        .map((span) => ({ span, says: 'the server side of it' })),
    ],
    basis: 'fingerprint',
    fix: `let ${owner ?? `the step around ${tool}`} remember what is done before it runs again, or send ${tool} under an idempotency key of the operation`,
    attempts: equal.filter(({ span }) => wasDone(span)).length,
  })
}

function isWrite({ role, effect, idempotent }: SpanFacts): boolean {
  return role === 'tool' && effect === 'write' && idempotent !== true
}

/** Answers that say that the write was not made, or not yet. */
const NOT_DONE: ReadonlySet<ResultStatus | undefined> = new Set<ResultStatus>([
  'accepted',
  'cancelled',
  'input_required',
  'unknown',
])

function wasDone({ failed, endMs, result }: SpanFacts): boolean {
  return !failed && endMs !== undefined && !NOT_DONE.has(result?.status)
}

function isRerun(done: Write, again: Write, judged: JudgedRun): boolean {
  const { turns, tree } = judged
  const a = done.span
  const b = again.span
  if (areOfTwoTurns(a, b, tree)) return false
  if (a.idempotencyKey !== undefined && a.idempotencyKey === b.idempotencyKey) return false
  if (a.service === b.service && !endedBefore(tree, a, b)) return false
  if (turns.wantedByOneTurn(done.item, again.item)) return false
  return isOfOneOperation(done, again) || (wasDone(b) && rerunStep(a, b, judged) !== undefined)
}

/** As two calls of one operation, in one trace or two, or under two tries of one. */
function isOfOneOperation(done: Write, again: Write): boolean {
  const own = operationIdOf(done.item)
  if (own === undefined || own !== operationIdOf(again.item)) return stepAround(done, again) !== undefined
  // Two equal writes within one try of the operation are what that try does.
  return !again.around.some((step) => done.around.includes(step) && operationIdOf(step) === own)
}

/** The step around the first write, where the second one was made by another try of that same step. */
function stepAround(done: Write, again: Write): Try | undefined {
  for (const step of done.around) {
    if (again.around.includes(step)) return undefined
    const id = operationIdOf(step)
    if (id === undefined || step.number === undefined) continue
    if (again.around.some((other) => operationIdOf(other) === id)) return step
  }
  return undefined
}

function triesAround(of: Try): Try[] {
  const around: Try[] = []
  for (let at = of.outer; at !== undefined; at = at.outer) around.push(at)
  return around
}
