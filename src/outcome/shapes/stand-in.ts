import type { ToolEffect } from '../../semconv/attributes/tool.ts'
import type { DocsRow } from '../docs-row.ts'
import { type Draft, draft } from '../draft.ts'
import type { Cause } from '../errors/cause.ts'
import { settle } from '../errors/settle.ts'
import type { Survey } from '../evidence/survey.ts'
import { failureCause } from '../wording/failure-words.ts'
import type { Shape } from './shape.ts'

/** A value with the reason in brackets why it is not the real one: `0 (could not read the table)`. */
const VALUE_WITH_EXCUSE =
  /^(?:-?[\d.,]{1,20}|n\/a|none|unknown|null|-)(?:\s?[([][^)\]]{0,120}|\s?[-–—:] [^\n]{0,120})\b(?:could not|couldn't|cannot|failed|unable|unavailable|unreachable|timed out|no (?:answer|response)|error)\b/i
/** What a note beside a default says when the default is no setting but a way out. */
const EXCUSE =
  /\b(?:did not (?:answer|respond)|didn't (?:answer|respond)|could not|couldn't|failed|unable|unavailable|unreachable|timed out|no (?:answer|response)|error)\b/i
const NOTE_LIMIT = 400
/** How a value with an excuse can begin. */
const FIRST_OF_VALUE = '-0123456789.,nNuU'

/** What people read of it. */
export const standInRow: DocsRow = {
  matches: 'a value that the result itself calls a fallback or a default, without an age',
  means: '`failed`: it was never looked up',
}

/**
 * A value on a failure path, and the result says so itself: a failure, not a result (REQ-10). An earlier answer
 * that comes with its age is none: it was real once.
 */
export const standIn: Shape = {
  id: 'stand-in',
  needs: ['fields', 'words'],
  read({ words, survey, effect }) {
    if (words !== undefined) {
      if (!FIRST_OF_VALUE.includes(words.charAt(0))) return undefined
      const head = words.slice(0, NOTE_LIMIT)
      return VALUE_WITH_EXCUSE.test(head) ? standsIn(failureCause(head), effect) : undefined
    }
    if (survey === undefined || isDated(survey)) return undefined
    const { note, message, error } = survey.roles
    const excuse = [note, message, error].find(isExcuse)
    if (survey.roles.standIn === true && typeof excuse === 'string')
      return standsIn(failureCause(excuse), effect)
    return isZeroBesideError(survey) && typeof error === 'string'
      ? standsIn(failureCause(error), effect)
      : undefined
  },
}

/** Noughts, and an error in words: `{ "value": 0, "error": "the sensor is offline" }`. */
function isZeroBesideError({ roles, own, ownZeros, lists }: Survey): boolean {
  return typeof roles.error === 'string' && own > 0 && own === ownZeros && lists === 0
}

/** Whether the result says how old its value is. */
export function isDated({ roles }: Survey): boolean {
  return roles.ageMs !== undefined || roles.observedAt !== undefined || roles.stale === true
}

function isExcuse(note: unknown): boolean {
  return typeof note === 'string' && EXCUSE.test(note.slice(0, NOTE_LIMIT))
}

function standsIn(cause: Cause | undefined, effect: ToolEffect): Draft {
  const failed = cause
    ? settle({ ...cause, reason: 'stand_in' }, effect, 'inferred')
    : draft('failed', 'stand_in', 'inferred')
  failed.fallback = true
  return failed
}
