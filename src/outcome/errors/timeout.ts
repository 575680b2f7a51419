import type { DocsRow } from '../docs-row.ts'
import { isTimeout } from './aborted.ts'
import { CANCELLED, refused, TIMED_OUT } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'

/** Class names that end in one of these are a timer's, whoever wrote the class. */
const TIMER = /(?:Timeout|TimedOut|DeadlineExceeded)(?:Error|Exception)?$/
/** A timer on a step before the request is sent. */
const BEFORE_SENDING = /Connect(?:ion)?Timeout|ServerSelection|PoolTimeout|AcquireTimeout/
/** `APIConnectionTimeoutError` of the OpenAI family is the timer of the whole call. */
const WHOLE_CALL = /^APIConnectionTimeout/

/** What people read of it. */
export const timeoutRow: DocsRow = {
  matches: 'a class or name that ends in Timeout',
  means: 'transient; a write is `indeterminate` unless the timer ran before sending',
}

/** A timer that ran out, told by the name of the error or of its class. */
export const timeout: ErrorFamily = {
  id: 'timeout',
  source: 'mapped',
  read(thrown, about) {
    const name = isTimeout(thrown) || TIMER.test(thrown.name) ? thrown.name : thrown.className
    if (!isTimeout(thrown) && !TIMER.test(name)) return undefined
    if (about.cancelledByCaller === true) return CANCELLED
    return BEFORE_SENDING.test(name) && !WHOLE_CALL.test(name) ? refused('timeout') : TIMED_OUT
  },
}
