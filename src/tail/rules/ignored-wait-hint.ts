import type { SpanFacts } from '../facts/span-facts.ts'
import { weakestBasis } from '../model/budget.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import { endedBefore, sortByStart } from '../model/order.ts'
import { asksElsewhere } from '../model/target.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation, ownerOf, titleOf } from './draft/about-operation.ts'
import { sayDuration } from './draft/duration.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** Dates in `Retry-After` have seconds for their smallest unit; a wait that is short by less is obeyed. */
const GRACE = { fromMs: 2000, ofMs: 1000 }

/** What people read about the rule. */
export const ignoredWaitHintPage: RulePage = {
  summary: 'The next try at a host came earlier than the host had asked to wait.',
  meaning: 'The server is asked again while it recovers, and will say no again, for longer each time.',
  example: 'A host answers 429 with `Retry-After: 30`. The next request comes after one second.',
  quietWhen:
    'Another host or model is asked; nobody asked for a wait; it is short by less than a second, where the wait was a date.',
  fix: 'Read Retry-After and retry-after-ms, and hand the hint on to whoever repeats; recover() does both.',
  severities: 'warning',
}

/** The next try came earlier than the server had asked for. */
export const ignoredWaitHint: OperationRule = Object.freeze({
  id: 'ignored-wait-hint',
  scope: 'operation',
  isCue: (span: SpanFacts) => (span.retryAfterMs ?? 0) > 0,
  check(judged: JudgedOperation): readonly Draft[] {
    if (!judged.operation.tries.some(isAskedToWait)) return []
    const tries = sortByStart(judged.run.tree, [...judged.operation.tries])
    const hasty: Hasty[] = []
    for (const [index, asked] of tries.entries()) {
      if (!isAskedToWait(asked)) continue
      const later = tries.find((next, at) => at > index && isNextAtHost(asked, next, judged))
      if (later !== undefined && isTooEarly(asked.span, later.span)) hasty.push({ asked, later })
    }
    const [first] = hasty
    return first === undefined ? [] : [draft(judged, first, hasty)]
  },
} as const)

const isAskedToWait = ({ failed, span }: Try): boolean => failed && span.retryAfterMs !== undefined

interface Hasty {
  readonly asked: Try
  readonly later: Try
}

function draft(judged: JudgedOperation, { asked, later }: Hasty, all: readonly Hasty[]): Draft {
  const hint = sayDuration(asked.span.retryAfterMs ?? 0)
  const waited = sayDuration(waitedMs(asked.span, later.span))
  const owner = ownerOf(judged, later)
  return aboutOperation(judged, {
    severity: 'warning',
    summary: `${owner} tried ${titleOf(judged)} again after ${waited}, though it had been asked to wait ${hint}`,
    anchor: later.span,
    evidence: [
      ...all.map((hasty) => ({
        span: hasty.later.span,
        says: `came ${sayDuration(waitedMs(hasty.asked.span, hasty.later.span))} after the answer`,
      })),
      { span: asked.span, says: `asked to wait ${hint}` },
    ],
    basis: weakestBasis(judged.layers.flatMap((layer) => layer.budgets)),
    fix: `let ${owner} wait as long as Retry-After says, even where it arrives inside a tool error; recover() does that`,
  })
}

/** The next try of the same thing at the same party. */
function isNextAtHost(asked: Try, next: Try, { run, operation }: JudgedOperation): boolean {
  const a = asked.span
  const b = next.span
  if (a.service !== b.service || !endedBefore(run.tree, a, b)) return false
  return a.role === b.role && a.tool === b.tool && !asksElsewhere(asked, next, operation.tries)
}

function isTooEarly(asked: SpanFacts, later: SpanFacts): boolean {
  const hintMs = asked.retryAfterMs ?? 0
  const waited = waitedMs(asked, later)
  const isWholeSeconds = hintMs >= GRACE.fromMs && hintMs % 1000 === 0 && asked.http !== undefined
  return waited < hintMs - (isWholeSeconds && waited > hintMs / 2 ? GRACE.ofMs : 0)
}

/** At most: where the end has a fraction, the start was cut down to the millisecond. */
function waitedMs(asked: SpanFacts, later: SpanFacts): number {
  return Math.max(0, Math.ceil(later.startMs - (asked.endMs ?? later.startMs)))
}
