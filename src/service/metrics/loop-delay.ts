import { monitorEventLoopDelay } from 'node:perf_hooks'

const NS_A_SECOND = 1e9
const RESOLUTION_MS = 10

/** How long the event loop stood still at most, in seconds, since it was asked before. */
export interface LoopDelay {
  takeLongestS(): number
  close(): void
}

export function createLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  return {
    takeLongestS() {
      const longest = histogram.max / NS_A_SECOND
      histogram.reset()
      return Number.isFinite(longest) ? Math.max(0, longest - RESOLUTION_MS / 1000) : 0
    },
    close: () => histogram.disable(),
  }
}
