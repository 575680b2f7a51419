import type { HeldFacts } from '../held/held-facts.ts'
import type { SealedPack } from '../held/held-packs.ts'
import { type HeldRun, tracesOf } from '../held/held-run.ts'
import type { SpanCounts, SpanTally } from '../intake/span-counts.ts'
import type { Journal } from './journal.ts'

/** Writes down what requests brought, all requests of one turn of the event loop together. */
export interface Batches {
  /** `answer` is told whether what was kept of a request is safe. */
  after(tally: SpanTally, answer: (isSafe: boolean) => void): void
  /** Writes everything down now. */
  commit(): void
  /** Notes that a run is about to be let go of. */
  releasing(run: HeldRun): void
}

export interface BatchesOptions {
  readonly held: HeldFacts
  readonly journal: Journal
  readonly counts: SpanCounts
  /** Calls `run` at the end of this turn of the event loop. */
  readonly atEndOfTurn: (run: () => void) => void
  readonly onFault: (error: unknown) => void
}

interface Waiting {
  readonly tally: SpanTally
  readonly answer: (isSafe: boolean) => void
}

function toList<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}

export function createBatches({ held, journal, counts, atEndOfTurn, onFault }: BatchesOptions): Batches {
  let waiting: Waiting[] = []
  let emptied: number[] = []
  /** Packs that could not be written, with spans that were packed anew: they are safe in packs that are still written. */
  let unsaved: SealedPack[] = []
  let released: string[] = []
  let isDue = false

  function commit(): void {
    isDue = false
    // The memory of a pack that was let go of is used again.
    const sealed = [...unsaved.filter(({ serial }) => held.packs.isHeld(serial)), ...toList(held.seal())]
    emptied.push(...held.packs.takeEmptied())
    if (sealed.length === 0 && emptied.length === 0 && released.length === 0) {
      held.settle()
      answer(true)
      return
    }
    let isSafe = true
    try {
      journal.write({
        sealed,
        emptied,
        released,
        releasedUpTo: held.packs.serial - 1,
        oldest: held.packs.oldest,
      })
    } catch (error) {
      isSafe = false
      onFault(error)
    }
    if (isSafe) {
      held.settle()
      emptied = []
      released = []
      unsaved = []
    } else {
      held.undo()
      unsaved = sealed.filter(({ serial }) => held.packs.isHeld(serial))
    }
    answer(isSafe)
  }

  function answer(isSafe: boolean): void {
    const answered = waiting
    waiting = []
    for (const { tally, answer: tell } of answered) {
      if (isSafe) counts.add(tally)
      else counts.notWritten(tally)
      tell(isSafe)
    }
  }

  return {
    after(tally, tell) {
      waiting.push({ tally, answer: tell })
      if (isDue) return
      isDue = true
      atEndOfTurn(() => {
        if (isDue) commit()
      })
    },
    commit,
    releasing(run) {
      for (const trace of tracesOf(run)) released.push(held.traces.idOf(trace))
    },
  }
}
