import { median } from '../statistics.ts'
import type { Call } from './calls/call.ts'

/** So many calls make up one run: few enough that a garbage collection seldom falls into one. */
const CALLS_PER_RUN = 20
const RUNS = 400

/**
 * The bytes that one call allocates on the heap: how much the heap grew over a short run of calls, the median of
 * many runs. A run with a garbage collection in it shrinks the heap and is one value among many.
 */
export async function allocatedBytes(call: Call): Promise<number> {
  globalThis.gc?.()
  const grown: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const before = process.memoryUsage().heapUsed
    for (let made = 0; made < CALLS_PER_RUN; made++) await call()
    grown.push((process.memoryUsage().heapUsed - before) / CALLS_PER_RUN)
  }
  return median(grown)
}
