import type { SpanFacts } from '../facts/span-facts.ts'
import { succeeded } from '../model/boundary.ts'
import { isInnerView } from '../model/equal-call-series.ts'
import type { JudgedRun } from '../model/judged-operation.ts'
import { groupBy, isFingerprinted, operationIdOf } from '../model/operation.ts'
import { byStart } from '../model/span-order.ts'
import type { Try } from '../model/try.ts'
import { aboutCall, nameOfCall } from './draft/about-call.ts'
import type { Draft, RunRule } from './rule.ts'

/** A write that had succeeded is made again by an outer retry or a re-run. */
export const repeatedWrite: RunRule = Object.freeze({
  id: 'repeated-write',
  summary: 'A write that had succeeded was made again with the same input by an outer retry or a re-run.',
  meaning:
    'The step around it failed later and was run again whole: the customer has two mails, two invoices.',
  quietWhen:
    'The input differs; the call is declared idempotent; a new user turn; two equal calls wanted by one model turn; the first was indeterminate (then it is `unsafe-retry`).',
  fix: 'Remember what a step has done before it runs again, or send its writes under an idempotency key of the operation.',
  severities: 'critical',
  scope: 'run',
  isCue: isWrite,
  cuesNeeded: 2,
  check(judged: JudgedRun): readonly Draft[] {
    const writes = judged.tries.filter(
      (item) => isWrite(item.span) && isFingerprinted(item) && !isInnerView(item),
    )
    return groupBy(writes, ({ span }) => `${span.tool} ${span.fingerprint}`).flatMap((equal) => {
      equal.sort((a, b) => byStart(a.span, b.span))
      for (const [index, item] of equal.entries()) {
        const later = equal.slice(index + 1).find((next) => succeeded(item) && isRerun(item, next))
        if (later !== undefined) return [draft(item, later, judged)]
      }
      return []
    })
  },
} as const)

function draft(done: Try, again: Try, judged: JudgedRun): Draft {
  const tool = nameOfCall(again.span)
  return aboutCall(again.span, judged, {
    severity: 'critical',
    summary: `${tool} had succeeded and was made again with the same input`,
    evidence: [
      { span: again.span, says: 'the same write again' },
      { span: done.span, says: 'had succeeded' },
      ...again.spans.slice(1).map((span) => ({ span, says: 'the other side of the repeat' })),
    ],
    basis: 'fingerprint',
    fix: `let the step around ${tool} remember what it has done, or send ${tool} under an idempotency key of the operation`,
  })
}

function isWrite({ role, effect, idempotent }: SpanFacts): boolean {
  return role === 'tool' && effect === 'write' && idempotent !== true
}

/** Under two tries of one enclosing operation, or in two traces, or as two calls, of one operation. */
function isRerun(done: Try, again: Try): boolean {
  if (
    done.span.turnId !== undefined &&
    again.span.turnId !== undefined &&
    done.span.turnId !== again.span.turnId
  )
    return false
  const key = done.span.idempotencyKey
  if (key !== undefined && key === again.span.idempotencyKey) return false
  const own = operationIdOf(done)
  if (own !== undefined && own === operationIdOf(again)) return true
  for (let a = done.outer; a !== undefined; a = a.outer) {
    for (let b = again.outer; b !== undefined; b = b.outer) {
      if (a === b) return false
      const id = operationIdOf(a)
      if (id !== undefined && id === operationIdOf(b) && a.number !== undefined) return true
    }
  }
  return false
}
