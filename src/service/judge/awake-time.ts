import type { Clock } from '../../clock.ts'

/** Time as the service has lived through it: while it stands still it hears nothing, and nothing falls quiet. */
export interface AwakeTime {
  /** Milliseconds on a scale of its own. */
  now(): number
  /** It is awake: to be called regularly. */
  ticked(): void
}

/** More than that between two ticks is time in which it stood still: the machine was busy, asleep, or being moved. */
const LONGEST_STEP_MS = 1000

export function createAwakeTime(clock: Clock): AwakeTime {
  let tickedMs = clock.now()
  let asleepMs = 0

  const sinceTick = (): number => clock.now() - tickedMs

  return {
    now: () => tickedMs - asleepMs + Math.min(LONGEST_STEP_MS, Math.max(0, sinceTick())),
    ticked() {
      asleepMs += Math.max(0, sinceTick() - LONGEST_STEP_MS)
      tickedMs = clock.now()
    },
  }
}
