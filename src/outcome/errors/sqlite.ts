import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

const INPUT = denied('database_error', 'validation')

/** Primary result codes of SQLite (sqlite.org/rescode.html), by name and number. */
const CODES: readonly (readonly [name: string, code: number, cause: Cause])[] = [
  ['SQLITE_ERROR', 1, INPUT],
  ['SQLITE_PERM', 3, denied('database_error', 'permission')],
  ['SQLITE_BUSY', 5, refused('database_error')],
  ['SQLITE_LOCKED', 6, refused('database_error')],
  ['SQLITE_NOMEM', 7, refused('database_error')],
  ['SQLITE_READONLY', 8, denied('database_error', 'permission')],
  ['SQLITE_IOERR', 10, denied('database_error', 'other')],
  ['SQLITE_CORRUPT', 11, denied('database_error', 'other')],
  ['SQLITE_FULL', 13, denied('database_error', 'business')],
  ['SQLITE_CANTOPEN', 14, INPUT],
  ['SQLITE_TOOBIG', 18, INPUT],
  ['SQLITE_CONSTRAINT', 19, INPUT],
  ['SQLITE_MISMATCH', 20, INPUT],
  ['SQLITE_AUTH', 23, denied('database_error', 'permission')],
  ['SQLITE_RANGE', 25, INPUT],
  ['SQLITE_NOTADB', 26, denied('database_error', 'other')],
]

/** What people read of it. */
export const sqliteRow: DocsRow = {
  matches: 'result codes of SQLite, also those of `node:sqlite`',
  means: 'by primary code: busy and locked are transient',
}

/** Errors of SQLite: of the packages that name the code, and of `node:sqlite`, which numbers it. */
export const sqlite: ErrorFamily = {
  id: 'sqlite',
  source: 'mapped',
  read({ code, error }) {
    if (code === 'ERR_SQLITE_ERROR') return sqliteCause(error.errcode)
    return typeof code === 'string' ? sqliteCause(code) : undefined
  },
}

/** What a result code of SQLite means, by name or number, extended or not; undefined for anything else. */
export function sqliteCause(code: unknown): Cause | undefined {
  if (typeof code === 'number') {
    // The low byte of an extended number is the primary code.
    const known = CODES.find(([, number]) => number === (code & 0xff))
    return known && { ...known[2], code: known[0] }
  }
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined
  // Extended codes say more: `SQLITE_CONSTRAINT_UNIQUE`.
  const known = CODES.find(([name]) => code === name || code.startsWith(`${name}_`))
  return known && { ...known[2], code }
}
