import type { DocsRow } from '../docs-row.ts'
import { draft } from '../draft.ts'
import type { Shape } from './shape.ts'

const ACKNOWLEDGED = /^(?:success(?:ful(?:ly)?)?|ok(?:ay)?|done|completed?|accepted)[.!]?$/i

/** What people read of it. */
export const noPayloadRow: DocsRow = {
  matches: 'an object that tells only how the call went: a status, a message, a duration',
  means: '`found_none` of a look-up, `completed` of a write, `unknown` of a tool that nobody knows',
}

/**
 * An object that tells only how the call went: a status that is no error, a word that says "success", a
 * duration. The key of the data is dropped when there is nothing.
 */
export const noPayload: Shape = {
  id: 'no-payload',
  needs: ['fields'],
  read({ survey }) {
    if (survey === undefined || survey.own > 0 || survey.lists > 0 || survey.full < 2) return undefined
    const { statusNumber, status, message, ok, identity, words } = survey.roles
    if (identity !== undefined || words !== undefined) return undefined
    const isFine = isSuccessNumber(statusNumber) || isAcknowledged(status) || ok === true
    const isEmptyWord = message === undefined ? isSuccessNumber(statusNumber) : isAcknowledged(message)
    return isFine && isEmptyWord ? draft('found_none', 'no_payload', 'inferred') : undefined
  },
}

function isSuccessNumber(value: unknown): boolean {
  return typeof value === 'number' && value >= 200 && value < 300
}

function isAcknowledged(value: unknown): boolean {
  return typeof value === 'string' && ACKNOWLEDGED.test(value)
}
