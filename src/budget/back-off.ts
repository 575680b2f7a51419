// Exponential growth with full jitter: M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015.
// Start and cap are those of the OpenAI and Anthropic clients (facts/retry-layers.md 5.2), which agents know.

/** Upper end of the wait before the first repeat. */
export const BACK_OFF_START_MS = 500
/** Upper end of any wait that the server did not ask for. */
export const BACK_OFF_CAP_MS = 8_000

/**
 * How long to wait before repeat number `repeat` (1 = the first): a random share of a bound that doubles each
 * time, or the server's hint where that is longer (REQ-23).
 */
export function backOffMs(repeat: number, retryAfterMs: number | undefined, random: () => number): number {
  const boundMs = Math.min(BACK_OFF_CAP_MS, BACK_OFF_START_MS * 2 ** (repeat - 1))
  return Math.max(random() * boundMs, retryAfterMs ?? 0)
}
