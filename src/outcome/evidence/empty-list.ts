import { isKeyed } from '../../self/keyed.ts'
import type { ResultReason } from '../../semconv/result-reasons.ts'
import { isBlank } from './blank.ts'
import { hasFields, isEmptyObject } from './empty-object.ts'
import { ownKeys } from './own-keys.ts'

/** Why data counts as empty, and whether a number says so. */
export interface Emptiness {
  readonly reason: ResultReason
  readonly count?: 0
}

const EMPTY_LIST: Emptiness = { reason: 'empty_array', count: 0 }
/** A count of zero in the place of a list. */
export const ZERO_COUNT: Emptiness = { reason: 'zero_count', count: 0 }
/** Rows, or fields, without one that holds something. */
export const BLANK_ROWS: Emptiness = { reason: 'blank_rows' }

/** Lists longer than this hold something: nobody sends so many blank rows. */
const BLANK_ROWS_LIMIT = 16

/** Why a list counts as empty; undefined when it holds something. */
export function emptyList(list: readonly unknown[]): Emptiness | undefined {
  if (list.length === 0) return EMPTY_LIST
  if (list.length > BLANK_ROWS_LIMIT) return undefined
  if (list.length === 1 && isZeroRow(list[0])) return ZERO_COUNT
  return list.every(isBlankRow) ? BLANK_ROWS : undefined
}

/** A row of one number that is a count, and it is zero: `[{ "count": 0 }]`. */
function isZeroRow(row: unknown): boolean {
  if (!isKeyed(row) || !hasFields(row)) return false
  let keys = 0
  for (const key of ownKeys(row)) {
    if (++keys > 1 || !isZero(row[key]) || !/count|total|^cnt$|^n$/i.test(key)) return false
  }
  return keys === 1
}

/** Drivers send big numbers as text. */
function isZero(cell: unknown): boolean {
  return cell === 0 || cell === '0'
}

/** A row without one cell that holds something. */
function isBlankRow(row: unknown): boolean {
  if (row === null || row === undefined) return true
  if (typeof row === 'string') return isBlank(row)
  if (Array.isArray(row)) return row.length === 0
  if (!isKeyed(row)) return false
  if (!hasFields(row)) return isEmptyObject(row)
  for (const key of ownKeys(row)) {
    const cell = row[key]
    if (cell !== null && cell !== undefined && !(typeof cell === 'string' && isBlank(cell))) return false
  }
  return true
}
