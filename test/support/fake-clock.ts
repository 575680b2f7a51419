import type { Clock } from '../../src/clock.ts'

interface Timer {
  readonly dueMs: number
  readonly run: () => void
}

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time and runs every timer that falls due, in order. */
  advance(byMs: number): void
  /** Timers that are still set. */
  readonly pending: number
}

export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 9)): FakeClock {
  let nowMs = startMs
  const timers = new Set<Timer>()
  return {
    now: () => nowMs,
    after(delayMs, run) {
      const timer = { dueMs: nowMs + delayMs, run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(byMs) {
      const untilMs = nowMs + byMs
      for (;;) {
        const next = [...timers]
          .filter((timer) => timer.dueMs <= untilMs)
          .sort((a, b) => a.dueMs - b.dueMs)[0]
        if (!next) break
        timers.delete(next)
        nowMs = Math.max(nowMs, next.dueMs)
        next.run()
      }
      nowMs = untilMs
    },
    get pending() {
      return timers.size
    },
  }
}
