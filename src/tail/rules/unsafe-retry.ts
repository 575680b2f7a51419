import type { SpanFacts } from '../facts/span-facts.ts'
import { someBetween, sortByService } from '../model/between.ts'
import { weakestBasis } from '../model/budget.ts'
import { declarerOf, isCutOff, isSentAgain } from '../model/cut-off-write.ts'
import { foundOnce } from '../model/found-once.ts'
import type { JudgedOperation } from '../model/judged-operation.ts'
import { endedBefore, sortByStart } from '../model/order.ts'
import { isOnlyAbout, thingsOf } from '../model/tool-words.ts'
import type { SpanTree } from '../model/tree.ts'
import { inputOf, type Try } from '../model/try.ts'
import { aboutOperation, ownerOf, titleOf } from './draft/about-operation.ts'
import type { Draft, OperationRule, RulePage } from './rule.ts'

/** What people read about the rule. */
export const unsafeRetryPage: RulePage = {
  summary: 'A write was repeated after an outcome that nobody knew, or under another idempotency key.',
  meaning: 'The first one may have taken effect: two payments, two clusters, two mails.',
  example:
    '`create_payment` times out after 30 s. Three seconds later it is sent again under a new idempotency key, and the first one goes through as well.',
  quietWhen:
    'The idempotency key is the same; the call is declared idempotent; it was provably not sent; a read between shows that it was not applied; a request without a recorded body may carry the next item of a list; a call sends changing requests to several addresses; of tools, nobody says that the call writes (its spans, or `tools` in toolspan.yaml).',
  fix: 'Ask what became of the first write before repeating it, or send both under one idempotency key.',
  severities:
    'critical; info for a PUT or DELETE that nobody declared, and for a POST or PATCH inside a call that is declared a write',
}

/** A write repeats although nobody knows what became of the first one. */
export const unsafeRetry: OperationRule = Object.freeze({
  id: 'unsafe-retry',
  scope: 'operation',
  isCue: (span: SpanFacts) => isUnknownWrite(span) || isKeyedFailure(span) || isCutOff(span),
  check(judged: JudgedOperation): readonly Draft[] {
    const { tree } = judged.run
    if (!judged.operation.tries.some((item) => doubtAbout(item, tree) !== undefined)) return []
    const tries = sortByStart(tree, [...judged.operation.tries])
    for (const [index, first] of tries.entries()) {
      const doubt = doubtAbout(first, tree)
      if (doubt === undefined) continue
      const again = tries.slice(index + 1).find((next) => isRepeat(tree, first, next))
      if (again === undefined || (doubt === 'key' && keyOf(again) === undefined)) continue
      if (isLookedUp(tree, first, again)) continue
      const sent = tries.slice(index).filter((next) => next === first || isRepeat(tree, first, next))
      return [draft(judged, first, again, doubt, sent.length)]
    }
    return []
  },
} as const)

/** Why a repeat would be unsafe: nobody knows the outcome, only the key protected it, or the request is undeclared. */
type Doubt = 'outcome' | 'key' | 'undeclared'

function doubtAbout(of: Try, tree: SpanTree): Doubt | undefined {
  if (of.spans.some(isUnknownWrite)) return 'outcome'
  if (of.spans.some(isKeyedFailure)) return 'key'
  const declarer = declarerOf(of, tree)
  return declarer === undefined ? undefined : declarer === 'request' ? 'outcome' : 'undeclared'
}

function draft(judged: JudgedOperation, first: Try, again: Try, doubt: Doubt, sent: number): Draft {
  const title = titleOf(judged)
  const isOtherKey = keyOf(first) !== undefined && keyOf(again) !== undefined
  const how = isOtherKey ? ' under another idempotency key' : ''
  const before = doubt === 'key' ? 'a failed try' : 'a try with an unknown outcome'
  return aboutOperation(judged, {
    severity: doubt === 'undeclared' ? 'info' : 'critical',
    summary: `${title} was sent again${how} after ${before}: it may have taken effect twice`,
    anchor: again.span,
    evidence: [
      { span: again.span, says: `sent again${how}` },
      { span: first.span, says: doubt === 'key' ? 'failed' : 'sent, and no answer says what became of it' },
    ],
    basis: weakestBasis(judged.layers.flatMap((layer) => layer.budgets)),
    fix: isOtherKey
      ? `let ${ownerOf(judged, again)} send all tries of ${title} under one idempotency key`
      : `let ${ownerOf(judged, again)} check what became of ${title} before it sends it again, or use one idempotency key for all tries`,
    attempts: sent,
  })
}

function isUnknownWrite({ role, effect, result, idempotent }: SpanFacts): boolean {
  return role !== 'other' && effect === 'write' && idempotent !== true && result?.status === 'indeterminate'
}

/** A write that failed without a word on whether it was applied. Only its key could tell the server. */
function isKeyedFailure({
  failed,
  effect,
  idempotent,
  idempotencyKey,
  result,
  errorCategory,
}: SpanFacts): boolean {
  const isOpen = result === undefined && (errorCategory === undefined || errorCategory === 'transient')
  return failed && isOpen && effect === 'write' && idempotent !== true && idempotencyKey !== undefined
}

function isRepeat(tree: SpanTree, first: Try, again: Try): boolean {
  if (again.spans.some((span) => span.idempotent === true)) return false
  if (toolOf(first) !== toolOf(again) || first.span.http?.url !== again.span.http?.url) return false
  if (!endedBefore(tree, first.span, again.span)) return false
  const before = inputOf(first)
  const after = inputOf(again)
  if (before !== undefined && after !== undefined && before !== after) return false
  const key = keyOf(first)
  return (key === undefined || key !== keyOf(again)) && isSentAgain(first, again, tree)
}

function toolOf({ spans }: Try): string | undefined {
  return spans.find((span) => span.tool !== undefined)?.tool
}

function keyOf({ spans }: Try): string | undefined {
  return spans.find((span) => span.idempotencyKey !== undefined)?.idempotencyKey
}

/** Somebody looked between the two what had become of the first. */
function isLookedUp(tree: SpanTree, first: Try, again: Try): boolean {
  const things = thingsOf(toolOf(first) ?? '')
  const { operationId, http } = first.span
  return someBetween(looksIn(tree), first.span, again.span, tree, (look) => {
    if (look.http?.method === 'GET') return look.http.url === http?.url
    if (operationId !== undefined && look.operationId === operationId) return true
    return isOnlyAbout(thingsOf(look.tool ?? ''), things)
  })
}

/** Requests and calls that read something, and did. */
const looksIn = foundOnce((tree: SpanTree) =>
  sortByService(
    tree.spans.filter(
      ({ http, role, effect, failed }) =>
        !failed && (http?.method === 'GET' || (role === 'tool' && effect === 'read')),
    ),
  ),
)
