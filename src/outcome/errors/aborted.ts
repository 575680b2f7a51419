import { isKeyed } from '../../self/keyed.ts'
import type { DocsRow } from '../docs-row.ts'
import { CANCELLED, TIMED_OUT } from './cause.ts'
import type { ErrorFamily } from './error-family.ts'
import type { Thrown } from './thrown.ts'

const ABORT_CODES = new Set<unknown>(['ABORT_ERR', 'ERR_CANCELED', 'UND_ERR_ABORTED', 'ERR_ABORTED'])
const ABORT_NAMES = new Set(['AbortError', 'CanceledError', 'CancelledError', 'APIUserAbortError'])

/** Whether an error says that somebody stopped the call. */
function isAbort(thrown: Thrown): boolean {
  return ABORT_NAMES.has(thrown.name) || ABORT_NAMES.has(thrown.className) || ABORT_CODES.has(thrown.code)
}

/** Whether an error says that a timer ran out. The DOM's own number for it is 23, with that name. */
export function isTimeout(thrown: Thrown): boolean {
  return thrown.name === 'TimeoutError' || thrown.className === 'TimeoutError'
}

function isByTimer(chain: readonly Thrown[]): boolean {
  return chain.some((thrown) => isTimeout(thrown) || hasTimedSignal(thrown))
}

/** Whether the signal that a client keeps beside its error was aborted by a timer: axios and gaxios lose the reason. */
function hasTimedSignal({ error }: Thrown): boolean {
  const signal = isKeyed(error.config) ? error.config.signal : undefined
  return isKeyed(signal) && isKeyed(signal.reason) && signal.reason.name === 'TimeoutError'
}

/** What people read of it. */
export const abortedRow: DocsRow = {
  matches: '`AbortError` and its like',
  means: '`cancelled`; a timeout where a timer did it; of a write `indeterminate`',
}

/**
 * An aborted call: cancelled by its caller, unless a timer did it. A timer shows as a cause further in or in the
 * signal, or the caller says that it stopped nothing.
 */
export const aborted: ErrorFamily = {
  id: 'aborted',
  source: 'mapped',
  read(thrown, about, chain) {
    if (!isAbort(thrown)) return undefined
    if (about.cancelledByCaller === true) return CANCELLED
    if (about.cancelledByCaller === false || isByTimer(chain)) return TIMED_OUT
    return CANCELLED
  },
}
