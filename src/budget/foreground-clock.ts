import type { Clock } from '../clock.ts'

/** The longest delay that the platform's timers hold. Longer ones fire at once. */
const MAX_DELAY_MS = 2_147_483_647
/** Node's timers fire up to this much early by `performance.now()` (measured on 24.21). */
const EARLY_BY_MS = 1

/** Asked once: to ask for it takes longer than to ask for the time. */
const ORIGIN_MS = performance.timeOrigin

/**
 * The clock of `recover()`. Its timers hold the process, unlike those of Toolspan's own background work: the host
 * is waiting for this answer, and a script must not end in the middle of a back-off. They never fire early: a
 * server that asked for two seconds is left alone for two seconds. No timer outlives its call.
 */
export const foregroundClock: Clock = {
  now: () => ORIGIN_MS + performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, Math.min(Math.ceil(delayMs) + EARLY_BY_MS, MAX_DELAY_MS))
    return () => clearTimeout(timer)
  },
}
