import { quantile } from '../statistics.ts'

/** What the work was done with last, so that no compiler leaves it out. */
export let lastDone: unknown

/** How long one batch should take: long against the clock's resolution, short against the machine's noise. */
const BATCH_US = 500

/**
 * How long each of several pieces of work takes once, in microseconds: batches of them take turns, and the tenth
 * percentile of each counts, which is what the work takes when nothing disturbs it.
 */
export function timeOnce(works: readonly (() => unknown)[], batches: number): number[] {
  const repeats = works.map((work) => repeatsOf(work))
  const times = works.map((): number[] => [])
  for (let batch = 0; batch < batches; batch++) {
    for (const [at, work] of works.entries()) times[at]?.push(batchUs(work, repeats[at] ?? 1))
  }
  return times.map((each) => quantile(each, 0.1))
}

function batchUs(work: () => unknown, repeats: number): number {
  const startedMs = performance.now()
  for (let done = 0; done < repeats; done++) lastDone = work()
  return ((performance.now() - startedMs) * 1000) / repeats
}

/** Also warms the work up. */
function repeatsOf(work: () => unknown): number {
  let repeats = 1
  while (repeats * batchUs(work, repeats) < BATCH_US) repeats *= 2
  return repeats
}
