import type { Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { CANCELLED, type Cause, denied, lost, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

const ROLLED_BACK = refused('database_error')
const INPUT = denied('database_error', 'validation')
const ACCESS = denied('database_error', 'permission')
const RULE = denied('database_error', 'business')
const CONNECTION_LOST = lost('database_error')

/** SQLSTATE of PostgreSQL (appendix A of its manual) and MySQL, where a code says more than its class. */
const STATES: ReadonlyMap<string, Cause> = new Map([
  ['08001', ROLLED_BACK],
  ['08004', ROLLED_BACK],
  ['40003', CONNECTION_LOST],
  ['42501', ACCESS],
  ['53100', RULE],
  ['57014', refused('timeout')],
  ['57P01', CONNECTION_LOST],
  ['57P02', CONNECTION_LOST],
  ['57P03', ROLLED_BACK],
  ['25006', ROLLED_BACK],
  ['55P03', ROLLED_BACK],
  ['55006', ROLLED_BACK],
])

/** The classes: the first two characters. */
const CLASSES: ReadonlyMap<string, Cause> = new Map([
  ['08', CONNECTION_LOST],
  ['0A', INPUT],
  ['21', INPUT],
  ['22', INPUT],
  ['23', INPUT],
  ['28', ACCESS],
  ['3D', INPUT],
  ['3F', INPUT],
  ['40', ROLLED_BACK],
  ['42', INPUT],
  ['53', ROLLED_BACK],
  ['54', INPUT],
  ['55', RULE],
  ['58', CONNECTION_LOST],
  ['P0', RULE],
  ['XX', CONNECTION_LOST],
])

const STATE = /^(?=.*\d)[0-9A-Z]{5}$/

/** What a SQLSTATE means; undefined for a text that is none. */
export function sqlStateCause(state: unknown): Cause | undefined {
  if (typeof state !== 'string' || !STATE.test(state)) return undefined
  const cause = STATES.get(state) ?? CLASSES.get(state.slice(0, 2))
  return cause && { ...cause, code: state }
}

const NAMES = /^error$|[Pp]ostgres|[Dd]atabase/

function isDatabaseError(error: Keyed, name: string): boolean {
  return (
    'severity' in error ||
    'sqlState' in error ||
    'routine' in error ||
    ('hint' in error && 'details' in error) ||
    NAMES.test(name)
  )
}

/** What people read of it. */
export const sqlStateRow: DocsRow = {
  matches: 'a SQLSTATE of PostgreSQL and of what speaks its protocol',
  means: 'by state, else by class',
}

/** Errors of PostgreSQL and of what speaks its protocol: `code` is the SQLSTATE. */
export const sqlState: ErrorFamily = {
  id: 'sql-state',
  source: 'mapped',
  read({ code, error, message, name }) {
    const cause = sqlStateCause(code)
    if (cause === undefined || !isDatabaseError(error, name)) {
      return undefined
    }
    // A statement that was cancelled did nothing, whoever cancelled it.
    return code === '57014' && /user request/i.test(message)
      ? { ...CANCELLED, applied: 'no', code: '57014' }
      : cause
  },
}
