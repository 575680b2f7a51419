import { responseCause } from '../../../outcome/errors/http-status.ts'
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_RESEND_COUNT,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
  ATTR_URL_FULL,
} from '../../../semconv/standard.ts'
import { countOf, headerOf, textOf } from '../attribute-values.ts'
import { hash64 } from '../hash64.ts'
import { readRecordedError } from '../recorded-error.ts'
import type { HttpFacts, SpanFacts } from '../span-facts.ts'
import type { SpanInput } from '../span-input.ts'
import type { Dialect } from './dialect.ts'

/** Of a longer URL the rest is kept as a hash. */
const MAX_URL_LENGTH = 256
const MAX_READ_LENGTH = 16_384

/**
 * OpenTelemetry's conventions for outgoing HTTP, with the headers by which clients count their own tries:
 * `x-stainless-retry-count`, `amz-sdk-request` and `amz-sdk-invocation-id` (facts/retry-layers.md 5.2).
 */
export const httpDialect: Dialect = {
  id: 'http',
  summary: 'Outgoing HTTP requests, with the retry headers of model clients and the AWS SDK.',
  read(span, facts) {
    const method = textOf(span.attributes[ATTR_HTTP_REQUEST_METHOD])
    if (method === undefined || span.kind !== 'client' || facts.role !== 'other') return
    const http: HttpFacts = {
      method,
      url: urlOf(span),
      host: textOf(span.attributes[ATTR_SERVER_ADDRESS]),
      status: countOf(span.attributes[ATTR_HTTP_RESPONSE_STATUS_CODE]),
      lastEventId: headerOf(span, 'request', 'last-event-id'),
    }
    if (http.status !== undefined && http.status >= 400) facts.failed = true
    readFailure(span, facts, http.status)
    readSequence(span, http)
    readInvocation(span, http)
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

function readSequence(span: SpanInput, http: HttpFacts): void {
  const counted = countOf(headerOf(span, 'request', 'x-stainless-retry-count'))
  const resent = countOf(span.attributes[ATTR_HTTP_REQUEST_RESEND_COUNT])
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
  const url = attributes[ATTR_URL_FULL]
  if (typeof url !== 'string') return ''
  const hash = url.indexOf('#')
  const whole = hash < 0 ? url : url.slice(0, hash)
  return whole.length <= MAX_URL_LENGTH
    ? whole
    : `${whole.slice(0, MAX_URL_LENGTH)}…${hash64(whole.slice(0, MAX_READ_LENGTH))}`
}
