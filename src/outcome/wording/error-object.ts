import { isKeyed } from '../../self/keyed.ts'
import { type Cause, denied, final } from '../errors/cause.ts'
import { statusCause } from '../errors/http-status.ts'
import { networkCause } from '../errors/network.ts'
import type { Survey } from '../evidence/survey.ts'
import { failureCause } from './failure-words.ts'

/** Words of a body's `status` that say that it failed. */
const FAILED_WORDS = new Set(['error', 'failed', 'failure', 'fail', 'exception', 'denied', 'rejected'])
/** Codes that are an error's by their look: `E_CODE`, `ERR_CODE`, `NOT_FOUND`, `SomeError`. */
const ERROR_CODE =
  /^(?:E_|ERR[_.])|(?:error|exception|denied|invalid|fail|not_?found|timeout|forbidden|unauthori[sz]ed|unavailable|exceeded)/i

/** Longer texts are sentences. */
const CODE_LIMIT = 80
/** Kinds that are an error's: `error`, `com.example#AccessDeniedException`. */
const ERROR_KIND = /(?:^error|Error|Exception)$/

/** What an error object in a body says: its number, its code, its words. */
export function objectCause(survey: Survey): Cause | undefined {
  const { error, code, statusNumber, kind, message } = survey.roles
  const inner = isKeyed(error) ? error : undefined
  for (const number of [statusNumber, code, inner?.code, inner?.status]) {
    const cause = typeof number === 'number' ? statusCause(number) : undefined
    if (cause !== undefined) return { ...cause, code: String(number) }
  }
  const words = [inner?.code, inner?.type, inner?.message, error, code, kind, message]
    .filter((word) => typeof word === 'string')
    .map(spaced)
    .join(' ')
  return failureCause(words) ?? (/not[ _-]?found/i.test(words) ? final('error_object') : undefined)
}

/** `AccessDeniedException` and `invalid_api_key` in words. */
function spaced(code: string): string {
  return code.length > CODE_LIMIT ? code : code.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** Whether a body is an error and nothing else: it carries no data of its own beside it. */
export function isErrorBody(survey: Survey): boolean {
  const { error, errors, identity } = survey.roles
  if (isProblem(survey)) return true
  if (survey.own > 0 || survey.fullLists > 0) return false
  if (hasContent(error) || (Array.isArray(errors) && errors.length > 0)) return true
  // A thing with a name of its own may have failed without the look-up having failed.
  return identity === undefined && saysFailed(survey)
}

/** The problem details of RFC 9457: a title of the error, its status, and a detail, a type or an instance. */
function isProblem({ object, roles, lists }: Survey): boolean {
  if (lists > 0 || !isErrorNumber(roles.statusNumber) || typeof object.title !== 'string') return false
  return typeof object.detail === 'string' || typeof object.type === 'string' || 'instance' in object
}

function saysFailed({ roles }: Survey): boolean {
  const { ok, status, statusNumber, code, kind, message } = roles
  if (ok === false) return message !== undefined || code !== undefined
  if (typeof status === 'string' && FAILED_WORDS.has(status.toLowerCase())) return true
  if (isErrorNumber(statusNumber)) return true
  if (message === undefined) return false
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
