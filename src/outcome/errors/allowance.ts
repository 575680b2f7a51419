import type { DocsRow } from '../docs-row.ts'
import { isRateLimit, isSpentAllowance } from '../wording/allowance-words.ts'
import { spokenWaitMs } from '../wording/spoken-wait.ts'
import { denied, refused } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import { codeBeside, statusOf } from './http-status.ts'
import { responseHeader } from './response-headers.ts'
import { waitHintMs } from './wait-hint.ts'

/** Statuses under which providers send "your allowance is used up". */
const STATUSES = new Set([400, 402, 403, 429])

/** What people read of it. */
export const allowanceRow: DocsRow = {
  matches: 'an HTTP error whose words or code beat its status',
  means: 'a 429 that is a spent quota is business; a 403 that is a rate limit is transient',
}

/**
 * An HTTP error whose words or code beat its status: a 429 or 400 that is a spent quota and will not come back
 * by waiting, a 403 that is a rate limit. A server that says how long to wait means a limit, not a quota.
 */
export const allowance: ErrorFamily = {
  id: 'allowance',
  source: 'mapped',
  read({ error, code, message }) {
    const status = statusOf(error)
    if (status === undefined || !STATUSES.has(status)) return undefined
    const words = [code, error.type, message].filter((word) => typeof word === 'string').join(' ')
    const retryAfterMs = waitHintMs(responseHeader(error)) ?? spokenWaitMs(message)
    const named = codeBeside(status, code)
    if (status === 403 && isRateLimit(words)) {
      return {
        ...refused('http_status'),
        code: named,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      }
    }
    return retryAfterMs === undefined && isSpentAllowance(words) && !isRateLimit(words)
      ? { ...denied('http_status', 'business'), code: named }
      : undefined
  },
}
