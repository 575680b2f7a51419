import { type Cause, denied, lost, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'
import { sqlStateCause } from './sql-state.ts'

/** Codes of MySQL's server and of its Node clients, where the SQLSTATE is too coarse (`HY000`) or misleads. */
const CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ...codeRows('ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT ER_CON_COUNT_ERROR', refused('database_error')),
  ...codeRows('ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED', refused('database_error')),
  ...codeRows('ER_OPTION_PREVENTS_STATEMENT ER_READ_ONLY_MODE', refused('database_error')),
  ...codeRows('ER_QUERY_TIMEOUT', refused('timeout')),
  ...codeRows('PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT', lost('database_error')),
  ...codeRows('ER_SERVER_SHUTDOWN ER_NET_READ_ERROR ER_NET_READ_INTERRUPTED', lost('database_error')),
  ...codeRows('ER_ACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR', denied('database_error', 'permission')),
  ...codeRows(
    'ER_TABLEACCESS_DENIED_ERROR ER_COLUMNACCESS_DENIED_ERROR',
    denied('database_error', 'permission'),
  ),
])

/** Errors of MySQL and MariaDB clients. */
export const mysql: ErrorFamily = {
  id: 'mysql',
  source: 'mapped',
  read({ code, error }) {
    if (typeof code !== 'string') return undefined
    const cause = CODES.get(code)
    if (cause !== undefined || !code.startsWith('ER_')) return cause
    const byState = sqlStateCause(error.sqlState)
    return byState && { ...byState, code }
  },
}
