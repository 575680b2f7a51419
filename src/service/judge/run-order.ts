import { type HeldRun, hasEveryRoot } from '../held/held-run.ts'
import { RunQueue } from '../held/run-queue.ts'

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
  const rooted = new RunQueue('idle')
  const open = new RunQueue('idle')

  function first({ first: run }: RunQueue, sinceMs: number): HeldRun | undefined {
    return run !== undefined && run.lastMs <= sinceMs ? run : undefined
  }

  return {
    heard(run) {
      const queue = hasEveryRoot(run) ? rooted : open
      if (queue.last === run) return
      run.idle.queue?.remove(run)
      queue.append(run)
    },
    remove(run) {
      run.idle.queue?.remove(run)
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
