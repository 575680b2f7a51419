import { isKeyed, type Keyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, final, lost, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'
import { sqlStateCause } from './sql-state.ts'
import { sqliteCause } from './sqlite.ts'

const INPUT = denied('database_error', 'validation')
/** Something went wrong in the engine or behind the driver: the code tells neither what nor when. */
const OPEN: Cause = { reason: 'database_error', applied: 'maybe' }

/** Codes of Prisma's error reference. Another `P2…` is about the input. */
const CODES: ReadonlyMap<string, Cause> = new Map([
  ...codeRows('P1000 P1010 P6002', denied('database_error', 'permission')),
  ...codeRows('P1001 P1002 P2024 P2034 P2037 P5011 P6008', refused('database_error')),
  ...codeRows('P1003 P6001 P6005 P6009', INPUT),
  ...codeRows('P1008 P6004', lost('timeout')),
  ...codeRows('P1011 P2031 P2035', denied('database_error', 'other')),
  ...codeRows('P1017', lost('database_error')),
  ...codeRows('P2001 P2015 P2018 P2025', final('database_error')),
  ...codeRows('P2027 P2028 P2036', OPEN),
  ...codeRows('P6003 P6010', denied('database_error', 'business')),
])

/** Kinds that a driver adapter gives an error that has no code of its own, by the code that says the same. */
const KINDS: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  ['AuthenticationFailed', 'P1000'],
  ['DatabaseNotReachable', 'P1001'],
  ['DatabaseDoesNotExist', 'P1003'],
  ['SocketTimeout', 'P1008'],
  ['DatabaseAccessDenied', 'P1010'],
  ['TlsConnectionError', 'P1011'],
  ['ConnectionClosed', 'P1017'],
  ['LengthMismatch', 'P2000'],
  ['UniqueConstraintViolation', 'P2002'],
  ['ForeignKeyConstraintViolation', 'P2003'],
  ['NullConstraintViolation', 'P2011'],
  ['ValueOutOfRange', 'P2020'],
  ['TableDoesNotExist', 'P2021'],
  ['ColumnNotFound', 'P2022'],
  ['TransactionAlreadyClosed', 'P2028'],
  ['TransactionWriteConflict', 'P2034'],
  ['TooManyConnections', 'P2037'],
])

const CODE = /^P\d{4}$/
/** The timer of a transaction: it was not begun, or it was rolled back. */
const TRANSACTION_TIMER = /in the given time|expired transaction/i

/** What people read of it. */
export const prismaRow: DocsRow = {
  matches: "codes of Prisma's client: `P2002`; the database's own code where Prisma hands that on",
  means: 'by code',
}

/** Errors of Prisma's client. */
export const prisma: ErrorFamily = {
  id: 'prisma',
  source: 'mapped',
  read({ name, message, error, ...thrown }) {
    if (name === 'DriverAdapterError') return isKeyed(error.cause) ? adapterCause(error.cause) : undefined
    if (!name.startsWith('Prisma')) return undefined
    if (/^PrismaClient(?:Constructor)?ValidationError$/.test(name)) return INPUT
    // Errors at start-up keep their code under another name.
    const code = thrown.code ?? error.errorCode
    if (typeof code !== 'string' || !CODE.test(code)) return undefined
    if (code === 'P2028' && TRANSACTION_TIMER.test(message)) return { ...refused('timeout'), code }
    const behind = isHandedOn(code) && isKeyed(error.meta) ? causeBehind(error.meta) : undefined
    return behind ?? causeOfCode(code)
  },
}

/** Codes that say only that the database said something, and one that a locked SQLite shares with a lost answer. */
function isHandedOn(code: string): boolean {
  return code === 'P2010' || code === 'P2039' || code === 'P1008'
}

/** What stands behind a code: since version 7 the error of the driver adapter, before it the database's code. */
function causeBehind({ driverAdapterError, code }: Keyed): Cause | undefined {
  const behind = isKeyed(driverAdapterError) ? driverAdapterError.cause : undefined
  return isKeyed(behind) ? adapterCause(behind) : sqlStateCause(code)
}

function adapterCause({ originalCode, originalMessage, state, kind }: Keyed): Cause | undefined {
  const known = sqlStateCause(originalCode) ?? sqlStateCause(state)
  if (known !== undefined) return known
  const isSqlite = typeof originalMessage === 'string' && originalMessage.startsWith('SQLITE_')
  const number = isSqlite && typeof originalCode === 'string' ? Number(originalCode) : originalCode
  const named = isSqlite || typeof number === 'string' ? sqliteCause(number) : undefined
  return named ?? causeOfCode(KINDS.get(kind))
}

function causeOfCode(code: string | undefined): Cause | undefined {
  if (code === undefined || code === 'P2010' || code === 'P2039') return undefined
  const known = CODES.get(code)
  return known ?? (code.startsWith('P2') ? { ...INPUT, code } : undefined)
}
