import type { Clock } from '../clock.ts'

/**
 * The clock of `recover()`. Its timers hold the process, unlike those of Toolspan's own background work: the host
 * is waiting for this answer, and a script must not end in the middle of a back-off. No timer outlives its call.
 */
export const foregroundClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
