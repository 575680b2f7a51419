// A cached answer that looks like a current one, and one that says how old it is.
import { found } from 'toolspan'

interface Cached {
  readonly prices: readonly unknown[]
  readonly readAt: Date
}

const HOUR_MS = 3_600_000

// snippet:undated-cache-before
export function before({ prices }: Cached) {
  return { prices }
}
// end

// snippet:undated-cache-after
export function after({ prices, readAt }: Cached) {
  return found(prices, { sources: ['price cache'], freshness: { observedAt: readAt, maxAgeMs: HOUR_MS } })
}
// end
