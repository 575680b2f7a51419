import type { SpanFacts } from './facts/span-facts.ts'
import type { StoredRun } from './model/run-store.ts'
import { RunTies } from './model/run-ties.ts'

/** A run of fewer spans is judged as a whole: it costs next to nothing. */
const SMALL_RUN = 500
/** A part that is larger than this part of the run is not worth telling from the whole. */
const MOST_OF_IT = 0.5
/** After a run has grown by this factor it is judged as a whole, whatever ties its spans. */
const WHOLE_EVERY = 1.5

/** What of a run is judged. */
export interface GrownPart {
  readonly spans: readonly SpanFacts[]
  readonly isWhole: boolean
}

/** Tells what of runs has to be judged again as they grow: what has come, and what that is tied to. */
export interface GrownParts {
  /** What has grown since this or the whole was asked for. */
  of(run: StoredRun, open: readonly SpanFacts[]): GrownPart
  /** All of the run. */
  whole(run: StoredRun): GrownPart
}

interface Known {
  readonly ties: RunTies
  /** How many spans the run had when it was judged as a whole. */
  readonly wholeAt: number
}

export function createGrownParts(): GrownParts {
  const byRun = new WeakMap<StoredRun, Known>()

  /** The ties of the run as it is, and the first place of what has come. */
  function follow(run: StoredRun, spans: readonly SpanFacts[]): { ties: RunTies; from: number } {
    const known = byRun.get(run)?.ties
    if (known?.spans.every((span, place) => span === spans[place])) {
      const from = known.spans.length
      for (let place = from; place < spans.length; place++) addAt(known, spans, place)
      return { ties: known, from }
    }
    // Spans went, or others came between: places are other ones now.
    const before = new Set(known?.spans)
    const ties = new RunTies()
    for (let place = 0; place < spans.length; place++) addAt(ties, spans, place)
    const from = spans.findIndex((span) => !before.has(span))
    return { ties, from: from < 0 ? spans.length : from }
  }

  return {
    of(run, open) {
      const { spans } = run.facts
      if (spans.length < SMALL_RUN) return { spans, isWhole: true }
      const { wholeAt = 0 } = byRun.get(run) ?? {}
      const { ties, from } = follow(run, spans)
      const start = ties.startFor(from, open)
      const isDue = spans.length >= wholeAt * WHOLE_EVERY
      const isWhole = isDue || spans.length - start > MOST_OF_IT * spans.length
      byRun.set(run, { ties, wholeAt: isWhole ? spans.length : wholeAt })
      return { spans: isWhole ? spans : spans.slice(start), isWhole }
    },
    whole(run) {
      const { spans } = run.facts
      if (byRun.has(run)) byRun.set(run, { ties: follow(run, spans).ties, wholeAt: spans.length })
      return { spans, isWhole: true }
    },
  }
}

function addAt(ties: RunTies, spans: readonly SpanFacts[], place: number): void {
  const span = spans[place]
  if (span !== undefined) ties.add(span)
}
