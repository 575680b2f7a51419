/** Where time comes from. Everything of ours that waits or measures takes one, so that tests can turn it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, with fractions. */
  now(): number
  /** Calls `run` once after `delayMs`; returns a function that calls it off. */
  after(delayMs: number, run: () => void): () => void
}

/** The machine's clock. Its timers are unref'd: Toolspan never keeps a host process from ending. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  after(delayMs, run) {
    const timer: unknown = setTimeout(run, delayMs)
    if (typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref()
    return () => clearTimeout(timer as NodeJS.Timeout)
  },
}
