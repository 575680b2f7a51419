import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import { failureWords } from '../evidence/failure-text.ts'
import type { Survey } from '../evidence/survey.ts'
import { isErrorBody, objectCause } from '../wording/error-object.ts'
import { opensLikeFailure } from './error-text.ts'
import type { Shape } from './shape.ts'

/** A longer message tells something. */
const SENTENCE_LIMIT = 240

/** What people read of it. */
export const errorObjectRow: DocsRow = {
  matches:
    'a body that is an error and nothing else: `{ "error": "…" }`, `{ "ok": false }`, problem details, a status of 400 and more; not what a checker found: errors beside warnings, or each with its line',
  means: '`failed`, with the category of its status, code or words',
}

/** A body that is an error and nothing else, without the error flag. */
export const errorObject: Shape = {
  id: 'error-object',
  needs: ['fields'],
  read(evidence) {
    const { survey, effect } = evidence
    if (survey === undefined || !(isErrorBody(survey) || isErrorSentence(survey))) return undefined
    const cause = objectCause(survey)
    const failed = cause
      ? settle({ ...cause, reason: 'error_object' }, effect, 'inferred')
      : draft('failed', 'error_object', 'inferred')
    const words = failureWords(evidence)
    if (words !== undefined) failed.detail = words
    return failed
  },
}

/** A body that carries a message and maybe numbers, and the message is an error: `{ "message": "Forbidden" }`. */
function isErrorSentence({ roles, own, ownNumbers, lists }: Survey): boolean {
  const { message, ok, status, identity } = roles
  if (typeof message !== 'string' || message.length > SENTENCE_LIMIT) return false
  // A word that all went well stands by what the message says: "Connection reset." may be what was asked for.
  if (own > ownNumbers || lists > 0 || identity !== undefined || ok === true || status !== undefined)
    return false
  return opensLikeFailure(message.trim())
}
