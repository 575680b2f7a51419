import type { DocsRow } from '../docs-row.ts'
import { type Cause, denied, refused } from './cause.ts'
import { codeRows } from './code-table.ts'
import type { ErrorFamily } from './error-family.ts'

/** Names under which clients raise a reply of the server. */
const REPLIES = new Set(['ReplyError', 'ErrorReply', 'SimpleError'])

/** The first word of an error reply is its code. `ERR` says nothing by itself. */
const WORDS: ReadonlyMap<string, Cause> = new Map([
  ...codeRows('LOADING BUSY TRYAGAIN CLUSTERDOWN MASTERDOWN READONLY MOVED ASK', refused('database_error')),
  ...codeRows('NOREPLICAS INPROG', refused('database_error')),
  ...codeRows('NOAUTH NOPERM WRONGPASS DENIED', denied('database_error', 'permission')),
  ...codeRows('WRONGTYPE EXECABORT CROSSSLOT BUSYKEY', denied('database_error', 'validation')),
  ...codeRows('OOM', denied('database_error', 'business')),
  ...codeRows('NOSCRIPT MISCONF', denied('database_error', 'other')),
])

/** What people read of it. */
export const redisRow: DocsRow = {
  matches: 'error replies of Redis, by their first word',
  means: 'transient, permission, validation or business; a command that was refused did nothing',
}

/** Error replies of Redis: a command that was refused did nothing. */
export const redis: ErrorFamily = {
  id: 'redis',
  source: 'mapped',
  read({ name, className, message }) {
    if (!REPLIES.has(name) && !REPLIES.has(className)) return undefined
    const end = message.indexOf(' ')
    return WORDS.get(end === -1 ? message : message.slice(0, end))
  },
}
