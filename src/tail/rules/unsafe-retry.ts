import type { SpanFacts } from '../facts/span-facts.ts'
import { type JudgedOperation, weakestBasis } from '../model/judged-operation.ts'
import { endedBefore } from '../model/order.ts'
import { byStart } from '../model/span-order.ts'
import type { SpanTree } from '../model/tree.ts'
import type { Try } from '../model/try.ts'
import { aboutOperation } from './draft/about-operation.ts'
import type { Draft, OperationRule } from './rule.ts'

/** A write repeats although nobody knows what became of the first one. */
export const unsafeRetry: OperationRule = Object.freeze({
  id: 'unsafe-retry',
  summary: 'A write was repeated after an outcome that nobody knew, or under another idempotency key.',
  meaning: 'The first one may have taken effect: two payments, two clusters, two mails.',
  quietWhen:
    'The idempotency key is the same; the call is declared idempotent; it was provably not sent; a read between shows that it was not applied.',
  fix: 'Ask what became of the first write before repeating it, or send both under one idempotency key.',
  severities: 'critical; info for a PUT or DELETE that nobody declared',
  scope: 'operation',
  isCue: (span: SpanFacts) => isUnknownWrite(span) || isCutOffRequest(span),
  check(judged: JudgedOperation): readonly Draft[] {
    const tries = [...judged.operation.tries].sort((a, b) => byStart(a.span, b.span))
    for (const [index, item] of tries.entries()) {
      const isWrite = isUnknownWrite(item.span)
      if (!isWrite && !isCutOffRequest(item.span)) continue
      const later = tries.slice(index + 1).find((next) => isRepeat(judged.run.tree, item, next))
      if (later !== undefined) return [draft(judged, item, later, isWrite)]
    }
    return []
  },
} as const)

function draft(judged: JudgedOperation, unknown: Try, later: Try, isWrite: boolean): Draft {
  const keys = [unknown.span.idempotencyKey, later.span.idempotencyKey]
  const how =
    keys[0] !== undefined && keys[1] !== undefined
      ? 'under another idempotency key'
      : 'without asking what became of it'
  return aboutOperation(judged, {
    severity: isWrite ? 'critical' : 'info',
    summary: `${judged.name} was sent again ${how}: the first one may have taken effect`,
    anchor: later.span,
    evidence: [
      { span: later.span, says: 'the write, sent again' },
      { span: unknown.span, says: 'outcome unknown: it had been sent, and no answer came' },
    ],
    basis: weakestBasis(judged.layers.flatMap((layer) => layer.budgets)),
    fix: 'check the outcome of the first write before repeating it, or send both under one idempotency key',
  })
}

function isUnknownWrite({ role, effect, result, idempotent }: SpanFacts): boolean {
  return role !== 'other' && effect === 'write' && idempotent !== true && result?.status === 'indeterminate'
}

/** A PUT or DELETE that was cut off is idempotent by HTTP's rules, and by nobody's word. */
function isCutOffRequest({ http, failed, effect, idempotent }: SpanFacts): boolean {
  if (http === undefined || !failed || effect !== undefined || idempotent !== undefined) return false
  const isAnswered = http.status !== undefined && ![408, 500, 502, 504].includes(http.status)
  return (http.method === 'PUT' || http.method === 'DELETE') && !isAnswered
}

function isRepeat(tree: SpanTree, unknown: Try, later: Try): boolean {
  const a = unknown.span
  const b = later.span
  if (a.tool !== b.tool || a.http?.url !== b.http?.url || b.idempotent === true) return false
  if (!endedBefore(tree, a, b)) return false
  if (a.fingerprint !== undefined && b.fingerprint !== undefined && a.fingerprint !== b.fingerprint)
    return false
  if (a.idempotencyKey !== undefined && a.idempotencyKey === b.idempotencyKey) return false
  return !isLookedUp(tree, a, b)
}

/** A read of the same operation between the two asked what became of the first. */
function isLookedUp(tree: SpanTree, unknown: SpanFacts, later: SpanFacts): boolean {
  return tree.spans.some(
    (span) =>
      span.role === 'tool' &&
      span.effect === 'read' &&
      !span.failed &&
      span.operationId !== undefined &&
      span.operationId === unknown.operationId &&
      endedBefore(tree, unknown, span) &&
      endedBefore(tree, span, later),
  )
}
