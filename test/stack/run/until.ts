import { setTimeout as pause } from 'node:timers/promises'

/** How often is asked, in milliseconds. */
const EVERY_MS = 200

/**
 * Asks again and again until there is an answer, and gives it back. Rejects with the last fault, or with `what`, when
 * the time is over.
 */
export async function until<Answer>(
  what: string,
  withinMs: number,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const dueMs = performance.now() + withinMs
  let fault: unknown
  while (performance.now() < dueMs) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
      fault = undefined
    } catch (error) {
      fault = error
    }
    await pause(EVERY_MS)
  }
  throw new Error(`not within ${Math.round(withinMs / 1000)} s: ${what}`, { cause: fault })
}
