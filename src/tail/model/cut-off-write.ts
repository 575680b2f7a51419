import { grpcCause } from '../../outcome/errors/grpc.ts'
import { statusCause } from '../../outcome/errors/http-status.ts'
import { networkCause } from '../../outcome/errors/network.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { perSpan } from './found-once.ts'
import { requestTargetOf } from './target.ts'
import type { SpanTree } from './tree.ts'
import type { Try } from './try.ts'
import { createUntilDone } from './until-done.ts'

/** Methods that by HTTP's rules do no more when they are sent twice. */
const IDEMPOTENT = new Set(['PUT', 'DELETE'])
const CHANGING = new Set(['POST', 'PATCH', ...IDEMPOTENT])

/** Whether a request of a method that changes something went out and has no answer that says what became of it. */
export function isCutOff({ http, failed, idempotent, errorCode, errorType }: SpanFacts): boolean {
  if (http === undefined || !failed || idempotent === true || !CHANGING.has(http.method)) return false
  if (http.status !== undefined) return statusCause(http.status)?.applied === 'maybe'
  const code = errorCode ?? errorType ?? ''
  return (networkCause(code) ?? grpcCause(code))?.applied !== 'no'
}

/**
 * Who says that a request that was cut off is a write: it itself, its method alone (PUT, DELETE), or the call of a tool
 * that sends changing requests to this one address only. Undefined where nobody does.
 */
export function declarerOf(of: Try, tree: SpanTree): 'request' | 'method' | 'tool' | undefined {
  const { span } = of
  if (!isCutOff(span) || span.effect === 'read') return undefined
  if (span.effect === 'write') return 'request'
  if (IDEMPOTENT.has(span.http?.method ?? '')) {
    return span.effect === undefined && span.idempotent === undefined ? 'method' : undefined
  }
  const call = toolAround(of)
  return call !== undefined && isWrite(call) && sendsToOneAddress(call, span, tree) ? 'tool' : undefined
}

/** The nearest call of a tool around it; an attempt of somebody else between the two is looked through. */
function toolAround(of: Try): Try | undefined {
  for (let at = of.outer; at !== undefined; at = at.outer) {
    if (at.spans.some(({ role }) => role === 'tool')) return at
    if (at.span.role !== 'other' && at.span.role !== 'http') return undefined
  }
  return undefined
}

function isWrite({ spans }: Try): boolean {
  return (
    spans.some(({ effect }) => effect === 'write') && !spans.some(({ idempotent }) => idempotent === true)
  )
}

/** More requests below one call are not looked through. */
const MAX_REQUESTS = 256

/** Otherwise one of them may be a log-in, a search or a log. */
function sendsToOneAddress({ span: call }: Try, request: SpanFacts, tree: SpanTree): boolean {
  const only = soleAddressOf(call, tree)
  return only !== undefined && only === requestTargetOf(request)
}

/** Where all changing requests below a call go; undefined where that is several places, or not known. */
const soleAddressOf = perSpan((call, tree) => {
  const addresses = new Set<string | undefined>()
  let looked = 0
  tree.walkDown(call, (below) => {
    if (below.http !== undefined && CHANGING.has(below.http.method)) addresses.add(requestTargetOf(below))
    return ++looked <= MAX_REQUESTS && addresses.size < 2
  })
  const [only] = addresses
  return looked <= MAX_REQUESTS && addresses.size === 1 ? only : undefined
})

/**
 * Whether a later request is the earlier one again, and not the next item of a list. A body is hardly ever recorded: a
 * count of the client, a number or the input says so; else that under one parent all of them failed but the last.
 */
export function isSentAgain(first: Try, again: Try, tree: SpanTree): boolean {
  const { http, fingerprint } = again.span
  if (http === undefined || IDEMPOTENT.has(http.method)) return true
  if (again.number !== undefined || (http.sequence ?? 0) > 0) return true
  if (fingerprint !== undefined && fingerprint === first.span.fingerprint) return true
  const parent = tree.parentOf(again.span)
  if (parent === undefined || parent !== tree.parentOf(first.span)) return false
  return isUntilDone(again.span, tree)
}

const isUntilDone = createUntilDone((request) =>
  request.http === undefined ? '' : (requestTargetOf(request) ?? ''),
)
