import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, lost, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'
import { sqlStateCause } from './sql-state.ts'

const REFUSED = refused('database_error')
const LOST = lost('database_error')
const ACCESS = denied('database_error', 'permission')
const INPUT = denied('database_error', 'validation')

/** Codes of MySQL's server and of its Node clients, where the SQLSTATE is missing, too coarse or misleads. */
const CODES: ReadonlyMap<unknown, Cause> = new Map<unknown, Cause>([
  ...codeRows('ER_LOCK_DEADLOCK ER_LOCK_WAIT_TIMEOUT ER_CON_COUNT_ERROR', REFUSED),
  ...codeRows('ER_TOO_MANY_USER_CONNECTIONS ER_USER_LIMIT_REACHED', REFUSED),
  ...codeRows('ER_OPTION_PREVENTS_STATEMENT ER_READ_ONLY_MODE', REFUSED),
  ...codeRows('PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR POOL_ENQUEUELIMIT', REFUSED),
  ...codeRows('ER_QUERY_TIMEOUT', refused('timeout')),
  ...codeRows('PROTOCOL_CONNECTION_LOST PROTOCOL_SEQUENCE_TIMEOUT', LOST),
  ...codeRows('ER_SERVER_SHUTDOWN ER_NET_READ_ERROR ER_NET_READ_INTERRUPTED', LOST),
  ...codeRows('ER_ACCESS_DENIED_ERROR ER_DBACCESS_DENIED_ERROR ER_TABLEACCESS_DENIED_ERROR', ACCESS),
  ...codeRows('ER_COLUMNACCESS_DENIED_ERROR ER_HOST_IS_BLOCKED ER_NOT_SUPPORTED_AUTH_MODE', ACCESS),
  ...codeRows('ER_DUP_ENTRY ER_BAD_FIELD_ERROR ER_NO_SUCH_TABLE ER_PARSE_ERROR', INPUT),
  ...codeRows('ER_DATA_TOO_LONG ER_BAD_NULL_ERROR ER_NO_REFERENCED_ROW_2 ER_ROW_IS_REFERENCED_2', INPUT),
])

/** What people read of it. */
export const mysqlRow: DocsRow = {
  matches: 'codes of MySQL, MariaDB and their clients',
  means: 'by code, else by the SQLSTATE',
}

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
