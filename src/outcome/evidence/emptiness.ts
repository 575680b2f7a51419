import type { ResultReason } from '../../semconv/result-reasons.ts'
import { isBlank } from './blank.ts'
import { isKeyed } from './keyed.ts'
import type { Survey } from './survey.ts'

/** Why data counts as empty, and whether a number says so. */
export interface Emptiness {
  readonly reason: ResultReason
  readonly count?: 0
}

const EMPTY_LIST: Emptiness = { reason: 'empty_array', count: 0 }
const EMPTY_OBJECT: Emptiness = { reason: 'empty_object' }
const ZERO: Emptiness = { reason: 'zero_count', count: 0 }
const BLANK_ROWS: Emptiness = { reason: 'blank_rows' }
const ABSENT: Emptiness = { reason: 'absent' }

/** Lists longer than this hold something: nobody sends so many blank rows. */
const BLANK_ROWS_LIMIT = 16

/** Why a list counts as empty; undefined when it holds something. */
export function emptyList(list: readonly unknown[]): Emptiness | undefined {
  if (list.length === 0) return EMPTY_LIST
  if (list.length > BLANK_ROWS_LIMIT) return undefined
  if (list.length === 1 && isZeroRow(list[0])) return ZERO
  return list.every(isBlankRow) ? BLANK_ROWS : undefined
}

/** A row of one number that is a count, and it is zero: `[{ "count": 0 }]`. */
function isZeroRow(row: unknown): boolean {
  if (!isKeyed(row)) return false
  let keys = 0
  for (const key in row) {
    if (++keys > 1 || row[key] !== 0 || !/count|total|^cnt$|^n$/i.test(key)) return false
  }
  return keys === 1
}

/** A row without one cell that holds something. */
function isBlankRow(row: unknown): boolean {
  if (row === null || row === undefined) return true
  if (typeof row === 'string') return isBlank(row)
  if (Array.isArray(row)) return row.length === 0
  if (!isKeyed(row)) return false
  for (const key in row) {
    const cell = row[key]
    if (cell !== null && cell !== undefined && !(typeof cell === 'string' && isBlank(cell))) return false
  }
  return true
}

/** Why an object counts as empty; undefined when it holds something. */
export function emptyObject(survey: Survey): Emptiness | undefined {
  if (survey.keys === 0) return EMPTY_OBJECT
  const { list, roles } = survey
  // A thing with a name of its own is there, whatever list of it is empty.
  if (roles.identity !== undefined) return undefined
  if (list !== undefined) {
    const empty = isListing(survey) ? emptyList(list) : undefined
    if (empty !== undefined || list.length > 0) return empty
  }
  if (roles.exists === false) return ABSENT
  if (roles.strongCount === 0 || ((roles.count === 0 || roles.total === 0) && survey.own === 0)) return ZERO
  return survey.full === 0 && survey.lists === 0 ? BLANK_ROWS : undefined
}

/**
 * Whether the list of an object is what was asked for. Under a key of no known name it is, when nothing stands
 * beside it but noughts and ones: `{ "ergebnisse": [], "anzahl": 0, "seite": 1 }`.
 */
function isListing(survey: Survey): boolean {
  if (survey.isListNamed) return true
  const isBare = survey.own === survey.ownSmall && (survey.own === 0 || survey.ownZeros > 0)
  return survey.fullLists === 0 && isBare
}
