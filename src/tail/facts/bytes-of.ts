import type { SpanFacts } from './span-facts.ts'

/** What the objects of one span take: its fields, its ids, its place in a map and what is noted about it. */
const SPAN_BYTES = 600
/** The same of what lies in it, where it is there. */
const NESTED_BYTES = 170
/** Of a text: what stands before its characters, and a character at most. */
const TEXT_BYTES = 16
const CHARACTER_BYTES = 2

/** About how many bytes the facts of a span take in memory. Rather too many than too few: texts may be shared. */
export function bytesOf(span: SpanFacts): number {
  let bytes = SPAN_BYTES
  bytes += text(span.service) + text(span.name) + text(span.tool) + text(span.agent) + text(span.model)
  bytes += text(span.runId) + text(span.turnId) + text(span.callId) + text(span.requestKey)
  bytes += text(span.operationId) + text(span.fingerprint) + text(span.idempotencyKey)
  bytes += text(span.errorType) + text(span.errorCode) + text(span.errorDigest)
  const { budget, result, http, timers, links, errorFields } = span
  if (result !== undefined) bytes += NESTED_BYTES + text(result.fingerprint)
  if (timers !== undefined) bytes += NESTED_BYTES
  if (budget !== undefined)
    bytes += NESTED_BYTES + text(budget.id) + text(budget.owner) + text(budget.parentId)
  if (http !== undefined)
    bytes +=
      NESTED_BYTES +
      text(http.url) +
      text(http.host) +
      text(http.method) +
      text(http.invocationId) +
      text(http.lastEventId)
  if (links !== undefined) bytes += NESTED_BYTES * links.length
  for (const field of errorFields ?? []) bytes += text(field)
  return bytes
}

function text(value: string | undefined): number {
  return value === undefined ? 0 : TEXT_BYTES + CHARACTER_BYTES * value.length
}
