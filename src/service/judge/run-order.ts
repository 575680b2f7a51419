import { type HeldRun, hasEveryRoot } from '../held/held-run.ts'

/** Runs by when something was last heard of them: those that may be over, and those whose roots have not ended. */
export interface RunOrder {
  /** The run is the one that was heard of last. */
  heard(run: HeldRun): void
  remove(run: HeldRun): void
  /** The next run whose roots have ended and of which nothing was heard since `sinceMs`. */
  nextEnded(sinceMs: number): HeldRun | undefined
  /** The next run of which nothing was heard since `sinceMs`, whether it has ended or not. */
  nextIdle(sinceMs: number): HeldRun | undefined
  readonly size: number
}

export function createRunOrder(): RunOrder {
  // Sets keep the order in which runs were put in, which is that in which they were heard of.
  const rooted = new Set<HeldRun>()
  const open = new Set<HeldRun>()

  function first(runs: ReadonlySet<HeldRun>, sinceMs: number): HeldRun | undefined {
    for (const run of runs) return run.lastMs <= sinceMs ? run : undefined
    return undefined
  }

  return {
    heard(run) {
      rooted.delete(run)
      open.delete(run)
      if (hasEveryRoot(run)) rooted.add(run)
      else open.add(run)
    },
    remove(run) {
      rooted.delete(run)
      open.delete(run)
    },
    nextEnded: (sinceMs) => first(rooted, sinceMs),
    nextIdle(sinceMs) {
      const a = first(rooted, sinceMs)
      const b = first(open, sinceMs)
      if (a === undefined || b === undefined) return a ?? b
      return a.lastMs <= b.lastMs ? a : b
    },
    get size() {
      return rooted.size + open.size
    },
  }
}
