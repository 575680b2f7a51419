import { responseCause } from '../../../outcome/errors/http-status.ts'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_HOST,
  ATTR_HTTP_METHOD,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_RETRY_COUNT,
  ATTR_HTTP_STATUS_CODE,
  ATTR_HTTP_URL,
  ATTR_NET_PEER_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_URL_FULL,
  ATTR_USER_AGENT_ORIGINAL,
} from '../../../semconv/standard.ts'
import { countOf, headerNames, headerOf, textOf } from '../attribute-values.ts'
import { clientOfUserAgent, countingClientOf } from '../client-library.ts'
import { hash64 } from '../hash64.ts'
import { readRecordedError } from '../recorded-error.ts'
import type { HttpFacts, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect, DialectNames } from './dialect.ts'

/** Of a longer URL the rest is kept as a hash. */
const MAX_URL_LENGTH = 256
const MAX_READ_LENGTH = 16_384

const REQUEST_HEADERS = [
  'last-event-id',
  'user-agent',
  'x-stainless-retry-count',
  'amz-sdk-invocation-id',
  'amz-sdk-request',
  'idempotency-key',
]
/** Those that say how long to wait, and whether to come again (src/outcome/errors/http-status.ts). */
const RESPONSE_HEADERS = ['retry-after-ms', 'retry-after', 'date', 'x-ratelimit-remaining', 'x-should-retry']

/** The host of an address without name, password and port. */
const HOST_OF_URL = /^[a-z][a-z\d+.-]{0,15}:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i

/** What it looks at. */
export const httpNames = (): DialectNames => ({
  id: 'http',
  marks: [ATTR_HTTP_REQUEST_METHOD, ATTR_HTTP_METHOD],
  reads: [
    ATTR_HTTP_HOST,
    ATTR_HTTP_RESEND_COUNT,
    ATTR_HTTP_RETRY_COUNT,
    ATTR_HTTP_STATUS_CODE,
    ATTR_HTTP_URL,
    ATTR_NET_PEER_NAME,
    ATTR_HTTP_REQUEST_RESEND_COUNT,
    ATTR_HTTP_RESPONSE_STATUS_CODE,
    ATTR_SERVER_ADDRESS,
    ATTR_URL_FULL,
    ATTR_USER_AGENT_ORIGINAL,
    ...REQUEST_HEADERS.flatMap((name) => headerNames('request', name)),
    ...RESPONSE_HEADERS.flatMap((name) => headerNames('response', name)),
  ],
})

/**
 * OpenTelemetry's conventions for outgoing HTTP, those of today and those of before 1.23 (a span that carries both
 * is read by today's), with the headers by which clients count their own tries: `x-stainless-retry-count`,
 * `amz-sdk-request` and `amz-sdk-invocation-id` (facts/retry-layers.md 5.2).
 */
export const httpDialect: Dialect = {
  read(span, facts) {
    if (span.kind !== 'client' || facts.role !== 'other') return
    const { attributes } = span
    const method = textOf(attributes[ATTR_HTTP_REQUEST_METHOD] ?? attributes[ATTR_HTTP_METHOD])
    if (method === undefined) return
    const url = urlOf(span)
    const http: HttpFacts = {
      method,
      url,
      host: hostOf(span, url),
      status: countOf(attributes[ATTR_HTTP_RESPONSE_STATUS_CODE] ?? attributes[ATTR_HTTP_STATUS_CODE]),
      lastEventId: headerOf(span, 'request', 'last-event-id'),
    }
    if (http.status !== undefined && http.status >= 400) facts.failed = true
    readFailure(span, facts, http.status)
    readSequence(span, http)
    readInvocation(span, http)
    const key = headerOf(span, 'request', 'idempotency-key')
    if (key !== undefined) facts.idempotencyKey ??= hash64(key)
    readClient(span, facts, http)
    facts.role = 'http'
    facts.http = http
    if (facts.attempt === undefined && http.invocationId !== undefined)
      facts.attempt = invocationAttempt(span)
  },
}

/** What the status means, together with the headers that came along. */
function readFailure(span: SpanInput, facts: SpanFacts, status: number | undefined): void {
  facts.errorType ??= textOf(span.attributes[ATTR_ERROR_TYPE])
  if (status === undefined) readRecordedError(span, facts)
  const cause =
    status === undefined ? undefined : responseCause(status, (name) => headerOf(span, 'response', name))
  if (cause === undefined) return
  facts.errorCategory ??= cause.category
  facts.retryAfterMs ??= cause.retryAfterMs
}

/** A request tells who sent it; the scope of its span only who watched. */
function readClient(span: SpanInput, facts: SpanFacts, http: HttpFacts): void {
  const userAgent =
    textOf(span.attributes[ATTR_USER_AGENT_ORIGINAL]) ?? headerOf(span, 'request', 'user-agent')
  const named = userAgent === undefined ? undefined : clientOfUserAgent(userAgent)
  if (named !== undefined) facts.client = named
  else if (http.invocationId !== undefined) facts.client = 'aws_sdk'
  else if (http.sequenceBy === 'header') facts.client = countingClientOf(http.host ?? '')
}

function readSequence(span: SpanInput, http: HttpFacts): void {
  const counted = countOf(headerOf(span, 'request', 'x-stainless-retry-count'))
  const { attributes } = span
  const resent = countOf(
    attributes[ATTR_HTTP_REQUEST_RESEND_COUNT] ??
      attributes[ATTR_HTTP_RESEND_COUNT] ??
      attributes[ATTR_HTTP_RETRY_COUNT],
  )
  if (counted !== undefined) {
    http.sequence = counted
    http.sequenceBy = 'header'
  } else if (resent !== undefined) {
    http.sequence = resent
    http.sequenceBy = 'resend'
  }
}

function readInvocation(span: SpanInput, http: HttpFacts): void {
  const id = headerOf(span, 'request', 'amz-sdk-invocation-id')
  if (id === undefined) return
  http.invocationId = id
  const max = /\bmax=(\d{1,4})/.exec(headerOf(span, 'request', 'amz-sdk-request') ?? '')?.[1]
  if (max !== undefined) http.invocationMax = Number(max)
}

function invocationAttempt(span: SpanInput): number | undefined {
  const attempt = /\battempt=(\d{1,4})/.exec(headerOf(span, 'request', 'amz-sdk-request') ?? '')?.[1]
  return attempt === undefined ? undefined : Number(attempt)
}

/** Without fragment. Of a long one the end counts as well, or the pages of one listing would look alike. */
function urlOf({ attributes }: SpanInput): string {
  const url = attributes[ATTR_URL_FULL] ?? attributes[ATTR_HTTP_URL]
  if (typeof url !== 'string') return ''
  const hash = url.indexOf('#')
  const whole = hash < 0 ? url : url.slice(0, hash)
  return whole.length <= MAX_URL_LENGTH
    ? whole
    : `${whole.slice(0, MAX_URL_LENGTH)}…${hash64(whole.slice(0, MAX_READ_LENGTH))}`
}

/** Clients that name no server still say where they sent it. */
function hostOf({ attributes }: SpanInput, url: string): string | undefined {
  const named = textOf(attributes[ATTR_SERVER_ADDRESS] ?? attributes[ATTR_NET_PEER_NAME])
  if (named !== undefined) return named
  return HOST_OF_URL.exec(url)?.[1] ?? textOf(attributes[ATTR_HTTP_HOST])?.replace(/:\d{1,5}$/, '')
}
