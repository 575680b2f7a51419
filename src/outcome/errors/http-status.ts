import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { spokenWaitMs } from '../wording/spoken-wait.ts'
import { type Cause, denied, final, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import { type ReadHeader, responseHeader } from './response-headers.ts'
import { waitHintMs } from './wait-hint.ts'

const TURNED_AWAY = refused('http_status')
const BROKE_DOWN = lost('http_status')

/**
 * HTTP statuses by what they say (RFC 9110, 6585, 8470; 52x and 530 are Cloudflare's, 529 Anthropic's). A 4xx
 * that is not listed is a refusal whose reason is open; a 5xx that is not listed broke down like a 500.
 */
const STATUSES: ReadonlyMap<number, Cause> = new Map([
  ...rows([400, 411, 413, 414, 415, 416, 417, 422, 428, 431], denied('http_status', 'validation')),
  ...rows([401, 403, 407, 511], denied('http_status', 'permission')),
  ...rows([402, 409, 412, 451, 507], denied('http_status', 'business')),
  ...rows([405, 406, 426, 501, 505, 506, 508, 510, 525, 526], denied('http_status', 'other')),
  ...rows([423, 425, 429, 503, 521, 522, 523, 529], TURNED_AWAY),
  ...rows([408, 500, 502, 504, 520, 524, 598, 599], BROKE_DOWN),
])

function rows(statuses: readonly number[], cause: Cause): [number, Cause][] {
  return statuses.map((status) => [status, cause])
}

/** What an HTTP status from 400 to 599 means by itself; undefined for any other number. */
export function statusCause(status: number): Cause | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined
  return STATUSES.get(status) ?? (status < 500 ? final('http_status') : BROKE_DOWN)
}

/** What a status means together with the headers that came along: a 403 may be a rate limit (REQ-23). */
export function responseCause(status: number, header: ReadHeader): Cause | undefined {
  const cause = statusCause(status)
  if (cause === undefined) return undefined
  const retryAfterMs = waitHintMs(header)
  const isRateLimit =
    status === 403 && (retryAfterMs !== undefined || header('x-ratelimit-remaining') === '0')
  const order = header('x-should-retry')
  // A server that says "again" of a refusal had no time for it, whatever the number.
  const isForNow = isRateLimit || (order === 'true' && cause.applied === 'no')
  const meant = isForNow ? TURNED_AWAY : cause
  return {
    ...meant,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(order === 'false' ? { canWorkLater: false } : {}),
  }
}

/** The HTTP status that an error carries under any of the names clients use for it. */
export function statusOf(error: Keyed): number | undefined {
  const { response, data, $metadata } = error
  if (isMadeUp(error)) return undefined
  return (
    asStatus(error.status) ??
    asStatus(error.statusCode) ??
    asStatus(error.status_code) ??
    asStatus(error.error_code) ??
    (isKeyed(response) ? (asStatus(response.status) ?? asStatus(response.statusCode)) : undefined) ??
    (isKeyed($metadata) ? asStatus($metadata.httpStatusCode) : undefined) ??
    (isKeyed(data) ? asStatus(data.status) : undefined) ??
    asStatus(error.code)
  )
}

/**
 * Octokit gives the status 500 to a request that got no answer. The error has the request and a cause, and no
 * response.
 */
function isMadeUp(error: Keyed): boolean {
  return error.response === undefined && 'request' in error && isKeyed(error.cause)
}

/** Codes of axios, got and undici that say "a 4xx" or "a 5xx": the status says more. */
const SAYS_LESS = new Set<unknown>([
  'ERR_BAD_REQUEST',
  'ERR_BAD_RESPONSE',
  'ERR_NON_2XX_3XX_RESPONSE',
  'UND_ERR_RESPONSE',
  'UND_ERR_REQ_RETRY',
])

/** The code of an HTTP error: its own, else its status. */
export function codeBeside(status: number, code: unknown): string {
  return typeof code === 'string' && !SAYS_LESS.has(code) ? code : String(status)
}

/** Some clients keep the status as text. */
const STATUS_TEXT = /^[45]\d\d$/

function asStatus(value: unknown): number | undefined {
  if (typeof value === 'string') return STATUS_TEXT.test(value) ? Number(value) : undefined
  return typeof value === 'number' && Number.isInteger(value) && value >= 400 && value <= 599
    ? value
    : undefined
}

/** What people read of it. */
export const httpStatusRow: DocsRow = {
  matches: 'an HTTP status from 400 to 599, under any name that clients use',
  means: 'by status, with the wait that the server asks for',
}

/** An answer with an HTTP status that is an error. */
export const httpStatus: ErrorFamily = {
  id: 'http-status',
  source: 'mapped',
  read({ error, code, message }) {
    const status = statusOf(error)
    if (status === undefined) return undefined
    const cause = responseCause(status, responseHeader(error))
    if (cause === undefined) return undefined
    const spokenMs = cause.category === 'transient' ? spokenWaitMs(message) : undefined
    const retryAfterMs = cause.retryAfterMs ?? spokenMs
    return {
      ...cause,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      code: codeBeside(status, code),
    }
  },
}
