import { grpcCause } from '../../../outcome/errors/grpc.ts'
import { networkCause } from '../../../outcome/errors/network.ts'
import {
  ATTR_GRPC_ERROR_MESSAGE,
  ATTR_NET_PEER_NAME,
  ATTR_RPC_GRPC_PREVIOUS_ATTEMPTS,
  ATTR_RPC_GRPC_STATUS_CODE,
  ATTR_RPC_METHOD,
  ATTR_RPC_REQUEST_PREVIOUS_ATTEMPTS,
  ATTR_RPC_RESPONSE_STATUS_CODE,
  ATTR_RPC_SERVICE,
  ATTR_RPC_SYSTEM,
  ATTR_RPC_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '../../../semconv/standard.ts'
import { countOf, textOf } from '../attribute-values.ts'
import { readRecordedError } from '../recorded-error.ts'
import type { SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

/** What it looks at. */
export const grpcNames = (): DialectNames => ({
  id: 'grpc',
  marks: [ATTR_RPC_SYSTEM_NAME, ATTR_RPC_SYSTEM],
  reads: [
    ATTR_GRPC_ERROR_MESSAGE,
    ATTR_NET_PEER_NAME,
    ATTR_RPC_GRPC_PREVIOUS_ATTEMPTS,
    ATTR_RPC_GRPC_STATUS_CODE,
    ATTR_RPC_METHOD,
    ATTR_RPC_REQUEST_PREVIOUS_ATTEMPTS,
    ATTR_RPC_RESPONSE_STATUS_CODE,
    ATTR_RPC_SERVICE,
    ATTR_SERVER_ADDRESS,
    ATTR_SERVER_PORT,
  ],
})

/**
 * Outgoing calls over gRPC: requests by POST whose body nobody recorded. The header `grpc-previous-rpc-attempts`
 * counts the tries of the channel's own retry policy, where it is captured (facts/retry-layers.md 3.1).
 */
export const grpcDialect: Dialect = {
  read(span, facts) {
    if (span.kind !== 'client' || facts.role !== 'other') return
    const { attributes } = span
    if ((attributes[ATTR_RPC_SYSTEM_NAME] ?? attributes[ATTR_RPC_SYSTEM]) !== 'grpc') return
    const host = textOf(attributes[ATTR_SERVER_ADDRESS] ?? attributes[ATTR_NET_PEER_NAME])
    const port = countOf(attributes[ATTR_SERVER_PORT])
    const sequence = previousAttempts(span)
    facts.role = 'http'
    facts.client ??= 'grpc'
    facts.http = {
      method: 'POST',
      url: `grpc://${host ?? ''}${port === undefined ? '' : `:${port}`}/${methodOf(span)}`,
      host,
      ...(sequence === undefined ? {} : { sequence, sequenceBy: 'resend' }),
    }
    readStatus(span, facts)
    readRecordedError(withMessage(span, facts), facts)
  },
}

/** Statuses that leave the cause open: of the others the words of a message may be about anything. */
const OPEN: ReadonlySet<string | undefined> = new Set([undefined, 'UNKNOWN', 'RESOURCE_EXHAUSTED'])

/** The span with the message that stands beside its status, where that tells more. */
function withMessage(span: SpanInput, { failed, errorCode }: SpanFacts): SpanInput {
  const told = failed && OPEN.has(errorCode) ? textOf(span.attributes[ATTR_GRPC_ERROR_MESSAGE]) : undefined
  return told === undefined ? span : { ...span, statusMessage: told }
}

/** Today's conventions write service and method in one, older ones each by itself. */
function methodOf({ attributes }: SpanInput): string {
  const method = textOf(attributes[ATTR_RPC_METHOD]) ?? ''
  const service = textOf(attributes[ATTR_RPC_SERVICE])
  return method.includes('/') || service === undefined ? method : `${service}/${method}`
}

/** Absent on the first try; a list where the conventions are followed. */
function previousAttempts({ attributes }: SpanInput): number | undefined {
  const value = attributes[ATTR_RPC_REQUEST_PREVIOUS_ATTEMPTS] ?? attributes[ATTR_RPC_GRPC_PREVIOUS_ATTEMPTS]
  return countOf(Array.isArray(value) ? (value[0] ?? undefined) : value)
}

function readStatus({ attributes }: SpanInput, facts: SpanFacts): void {
  const status = attributes[ATTR_RPC_RESPONSE_STATUS_CODE] ?? attributes[ATTR_RPC_GRPC_STATUS_CODE]
  const cause = typeof status === 'string' || typeof status === 'number' ? grpcCause(status) : undefined
  if (cause === undefined || cause.isCancelled === true) return
  facts.failed = true
  facts.errorCode ??= neverSentBy(attributes[ATTR_GRPC_ERROR_MESSAGE]) ?? cause.code
  facts.errorCategory ??= cause.category
}

/** What the channel says of a call that no server has seen, with the code of the system by which it knows. */
const NO_CONNECTION = /^(?:14 UNAVAILABLE: )?No connection established\b.{0,200}?\b(E[A-Z]{4,12})\b/s

/** The code by which a connection was not made. A server may write of connections of its own: that says nothing. */
function neverSentBy(message: unknown): string | undefined {
  const code = typeof message === 'string' ? NO_CONNECTION.exec(message)?.[1] : undefined
  return networkCause(code ?? '')?.applied === 'no' ? code : undefined
}
