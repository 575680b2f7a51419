import { isKeyed } from '../../self/keyed.ts'
import { type Cause, denied, final, refused } from '../errors/cause.ts'
import { statusCause } from '../errors/http-status.ts'
import { networkCause } from '../errors/network.ts'
import { snakeKey } from '../evidence/key-words.ts'
import { ownKeys } from '../evidence/own-keys.ts'
import type { Survey } from '../evidence/survey.ts'
import { isRateLimit, isSpentAllowance } from './allowance-words.ts'
import { failureCause } from './failure-words.ts'

/** Words of a body's `status` that say that it failed. */
const FAILED_WORDS = new Set(['error', 'failed', 'failure', 'fail', 'exception', 'denied', 'rejected'])
/** Codes that are an error's by their look: `E_CODE`, `ERR_CODE`, `NOT_FOUND`, `SomeError`. */
const ERROR_CODE =
  /^(?:E_|ERR[_.])|(?:error|exception|denied|invalid|fail|not_?found|timeout|forbidden|unauthori[sz]ed|unavailable|exceeded)/i

const ALLOWANCE_STATUSES = new Set([400, 402, 403, 429])
const STATUS_TEXT = /^[45]\d\d$/
const WORDS_LIMIT = 600

/** Longer texts are sentences. */
const CODE_LIMIT = 80
/** Kinds that are an error's: `error`, `com.example#AccessDeniedException`. */
const ERROR_KIND = /(?:^error|Error|Exception)$/

/** What an error object in a body says: its number, its code, its words. */
export function objectCause(survey: Survey): Cause | undefined {
  const { error, code, status, statusNumber, kind, message } = survey.roles
  const inner = isKeyed(error) ? error : undefined
  const words = [inner?.code, inner?.type, inner?.message, error, code, kind, message]
    .filter((word) => typeof word === 'string')
    .map(spaced)
    .join(' ')
  for (const number of [statusNumber, status, code, inner?.code, inner?.status]) {
    const cause = bodyCause(asNumber(number), words)
    if (cause !== undefined) return { ...cause, code: String(number) }
  }
  return failureCause(words) ?? (/not[ _-]?found/i.test(words) ? final('error_object') : undefined)
}

/** A status under which words may say otherwise: a quota that is spent, a rate (as in `errors/allowance.ts`). */
function bodyCause(status: number | undefined, words: string): Cause | undefined {
  const cause = status === undefined ? undefined : statusCause(status)
  if (cause === undefined || status === undefined || !ALLOWANCE_STATUSES.has(status)) return cause
  const head = words.slice(0, WORDS_LIMIT)
  if (isRateLimit(head)) return status === 403 ? refused('http_status') : cause
  return isSpentAllowance(head) ? denied('http_status', 'business') : cause
}

/** Statuses are numbers, and in some bodies their text. */
function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && STATUS_TEXT.test(value) ? Number(value) : undefined
}

/** `AccessDeniedException` and `invalid_api_key` in words. */
function spaced(code: string): string {
  return code.length > CODE_LIMIT ? code : code.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** Whether a body is an error and nothing else: it carries no data of its own beside it. */
export function isErrorBody(survey: Survey): boolean {
  const { error, errors, identity } = survey.roles
  if (isProblem(survey) || isStatedThrice(survey)) return true
  if (survey.own > 0 || survey.fullLists > 0 || isThingThatFailed(survey)) return false
  if (isReport(survey)) return false
  if (hasContent(error) || isErrorList(errors) || isByField(errors, survey)) return true
  // A thing with a name of its own may have failed without the look-up having failed.
  return identity === undefined && saysFailed(survey)
}

/** A job, a run, a delivery: it has an id and a state, and what it says of its failure is what was asked for. */
function isThingThatFailed({ roles: { identity, status } }: Survey): boolean {
  return identity !== undefined && typeof status === 'string' && !/^(?:error|exception)$/i.test(status)
}

/** The problem details of RFC 9457: a title of the error, its status, and a detail, a type or an instance. */
function isProblem({ object, roles, lists }: Survey): boolean {
  if (lists > 0 || !isErrorNumber(roles.statusNumber) || typeof object.title !== 'string') return false
  return typeof object.detail === 'string' || typeof object.type === 'string' || 'instance' in object
}

/** A status, a number and a message that all say so, whatever stands beside them: a `Status` of Kubernetes. */
function isStatedThrice({ roles, lists }: Survey): boolean {
  const { status, statusNumber, code, message, identity } = roles
  if (lists > 0 || identity !== undefined || message === undefined) return false
  const isWord = typeof status === 'string' && FAILED_WORDS.has(status.toLowerCase())
  return isWord && (isErrorNumber(statusNumber) || isErrorNumber(code))
}

/** What a checker says of the place where it found something. Other errors name a field, which is the caller's. */
const PLACES = new Set([
  'line',
  'column',
  'row',
  'col',
  'offset',
  'range',
  'word',
  'rule',
  'rule_id',
  'selector',
])
const MAX_KEYS = 16

/** What a checker found, which is what it was asked for: errors beside warnings, or each with its place in what it read. */
function isReport({ object, roles: { errors, ok, error } }: Survey): boolean {
  if (!Array.isArray(errors) || errors.length === 0 || ok === false || hasContent(error)) return false
  if (Array.isArray(object.warnings)) return true
  const first: unknown = errors[0]
  if (!isKeyed(first)) return false
  let looked = 0
  for (const key of ownKeys(first)) {
    if (++looked > MAX_KEYS) return false
    if (PLACES.has(snakeKey(key))) return true
  }
  return false
}

/** Errors with numbers of their own are records that were asked for. */
function isErrorList(errors: unknown): boolean {
  if (!Array.isArray(errors) || errors.length === 0) return false
  const first: unknown = errors[0]
  return !isKeyed(first) || typeof first.id !== 'number'
}

/** Errors by the field that they are about: `{ "email": ["is taken"] }`. Texts alone may be data that was asked for. */
function isByField(errors: unknown, { roles, object }: Survey): boolean {
  if (!isKeyed(errors)) return false
  const isSaid = roles.message !== undefined || roles.statusNumber !== undefined || 'errorMessages' in object
  for (const field in errors) {
    const said = errors[field]
    return (typeof said === 'string' && isSaid) || (Array.isArray(said) && typeof said[0] === 'string')
  }
  return false
}

function saysFailed({ roles }: Survey): boolean {
  const { ok, status, statusNumber, code, kind, message } = roles
  if (ok === false || ok === 0) return message !== undefined || code !== undefined
  if (typeof status === 'string' && FAILED_WORDS.has(status.toLowerCase())) return true
  if (isErrorNumber(statusNumber)) return true
  if (message === undefined) return false
  if (isErrorNumber(asNumber(status))) return true
  if (typeof kind === 'string' && ERROR_KIND.test(kind)) return true
  return isErrorNumber(code) || (typeof code === 'string' && (ERROR_CODE.test(code) || isKnownCode(code)))
}

function isKnownCode(code: string): boolean {
  return networkCause(code) !== undefined
}

function hasContent(error: unknown): boolean {
  return typeof error === 'string' ? error.trim() !== '' : isKeyed(error)
}

function isErrorNumber(value: unknown): boolean {
  return typeof value === 'number' && statusCause(value) !== undefined
}

/** Codes of GraphQL servers (Apollo's list) by what has to change. */
export const GRAPHQL_CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ['FORBIDDEN', denied('graphql_errors', 'permission')],
  ['UNAUTHENTICATED', denied('graphql_errors', 'permission')],
  ['BAD_USER_INPUT', denied('graphql_errors', 'validation')],
  ['GRAPHQL_VALIDATION_FAILED', denied('graphql_errors', 'validation')],
  ['GRAPHQL_PARSE_FAILED', denied('graphql_errors', 'validation')],
])
