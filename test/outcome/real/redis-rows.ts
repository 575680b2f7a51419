import { refusedFor, turnedAway } from './http-rows.ts'
import type { Meaning } from './meaning.ts'

/** Error replies of Redis, and what they mean whichever client raises them. */
export const REDIS_ROWS: readonly (readonly [reply: string, means: Meaning])[] = [
  ['WRONGTYPE Operation against a key holding the wrong kind of value', refusedFor('validation')],
  ['NOAUTH Authentication required.', refusedFor('permission')],
  ['NOPERM this user has no permissions to run the command', refusedFor('permission')],
  ['OOM command not allowed when used memory > maxmemory', refusedFor('business')],
  ['LOADING Redis is loading the dataset in memory', turnedAway],
  ['BUSY Redis is busy running a script', turnedAway],
  ['TRYAGAIN Multiple keys request during rehashing of slot', turnedAway],
  ['CLUSTERDOWN The cluster is down', turnedAway],
  ["READONLY You can't write against a read only replica.", turnedAway],
  ['MASTERDOWN Link with MASTER is down', turnedAway],
]
