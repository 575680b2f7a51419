import { draft } from '../draft.ts'
import { settle } from '../errors/settle.ts'
import { failureWords } from '../evidence/failure-text.ts'
import { isErrorBody, objectCause } from '../wording/error-object.ts'
import type { Shape } from './shape.ts'

/** A body that is an error and nothing else, without the error flag. */
export const errorObject: Shape = {
  id: 'error-object',
  needs: 'fields',
  matches:
    'a body that is an error and nothing else: `{ "error": "…" }`, `{ "ok": false }`, problem details, a status of 400 and more',
  means: '`failed`, with the category of its status, code or words',
  read(evidence) {
    const { survey, effect } = evidence
    if (survey === undefined || !isErrorBody(survey)) return undefined
    const cause = objectCause(survey)
    const failed = cause
      ? settle({ ...cause, reason: 'error_object' }, effect, 'inferred')
      : draft('failed', 'error_object', 'inferred')
    const words = failureWords(evidence)
    if (words !== undefined) failed.detail = words
    return failed
  },
}
