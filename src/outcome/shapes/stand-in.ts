import { type Draft, draft } from '../draft.ts'
import type { Shape } from './shape.ts'

/** A value with the reason in brackets why it is not the real one: `0 (could not read the table)`. */
const VALUE_WITH_EXCUSE =
  /^(?:-?[\d.,]{1,20}|n\/a|none|unknown|null|-)\s?[([](?:[^)\]]{0,120})\b(?:could not|couldn't|cannot|failed|unable|unavailable|unreachable|timed out|no (?:answer|response)|error)\b/i
/** What a note beside a default says when the default is no setting but a way out. */
const EXCUSE =
  /\b(?:did not (?:answer|respond)|didn't (?:answer|respond)|could not|couldn't|failed|unable|unavailable|unreachable|timed out|no (?:answer|response)|error)\b/i
const NOTE_LIMIT = 400

/** A value on a failure path, and the result says so itself: a failure, not a result (REQ-10). */
export const standIn: Shape = {
  id: 'stand-in',
  read({ words, survey }) {
    if (words !== undefined)
      return VALUE_WITH_EXCUSE.test(words.slice(0, NOTE_LIMIT)) ? standsIn() : undefined
    if (survey?.roles.standIn !== true) return undefined
    const { note, message, error } = survey.roles
    return [note, message, error].some(isExcuse) ? standsIn() : undefined
  },
}

function isExcuse(note: unknown): boolean {
  return typeof note === 'string' && EXCUSE.test(note.slice(0, NOTE_LIMIT))
}

function standsIn(): Draft {
  const failed = draft('failed', 'stand_in', 'inferred')
  failed.fallback = true
  return failed
}
