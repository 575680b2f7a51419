import { setTimeout as sleep } from 'node:timers/promises'

/** Pause between two tries, in milliseconds: short, so that the demo is. */
const PAUSE_MS = 10

/**
 * The loop that is found at every level of real systems: try again while it fails, and know nothing of the loops
 * above and below. Toolspan's `recover()` is what to use instead; here it stands for what the demo shows.
 */
export async function insist<T>(
  tries: number,
  work: () => Promise<T>,
  hasFailed: (value: T) => boolean,
): Promise<T> {
  for (let number = 1; ; number++) {
    const value = await work()
    if (number >= tries || !hasFailed(value)) return value
    await sleep(PAUSE_MS)
  }
}
