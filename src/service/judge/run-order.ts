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

/**
 * A chain of runs. A `Set` keeps an order as well, but whoever asks it for its first member passes all those that were
 * there before.
 */
interface Chain {
  first: HeldRun | undefined
  last: HeldRun | undefined
}

/** Where a run stands. */
interface Place {
  readonly chain: Chain
  before: HeldRun | undefined
  after: HeldRun | undefined
}

export function createRunOrder(): RunOrder {
  const rooted: Chain = { first: undefined, last: undefined }
  const open: Chain = { first: undefined, last: undefined }
  const places = new Map<HeldRun, Place>()

  function remove(run: HeldRun): void {
    const place = places.get(run)
    if (place === undefined) return
    places.delete(run)
    const { chain, before, after } = place
    const placeBefore = before && places.get(before)
    const placeAfter = after && places.get(after)
    if (placeBefore === undefined) chain.first = after
    else placeBefore.after = after
    if (placeAfter === undefined) chain.last = before
    else placeAfter.before = before
  }

  function append(run: HeldRun, chain: Chain): void {
    const last = chain.last && places.get(chain.last)
    places.set(run, { chain, before: chain.last, after: undefined })
    if (last === undefined) chain.first = run
    else last.after = run
    chain.last = run
  }

  function first({ first: run }: Chain, sinceMs: number): HeldRun | undefined {
    return run !== undefined && run.lastMs <= sinceMs ? run : undefined
  }

  return {
    heard(run) {
      const chain = hasEveryRoot(run) ? rooted : open
      if (chain.last === run) return
      remove(run)
      append(run, chain)
    },
    remove,
    nextEnded: (sinceMs) => first(rooted, sinceMs),
    nextIdle(sinceMs) {
      const a = first(rooted, sinceMs)
      const b = first(open, sinceMs)
      if (a === undefined || b === undefined) return a ?? b
      return a.lastMs <= b.lastMs ? a : b
    },
    get size() {
      return places.size
    },
  }
}
