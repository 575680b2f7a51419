import { bytesOf } from '../facts/bytes-of.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import { readWrittenFacts, writeFacts } from '../facts/written-facts.ts'
import { FactSet } from './fact-set.ts'
import type { StoredRun, Storing } from './run-store.ts'

/** The facts of runs: as they came, or packed into a text while nobody asks for them. */
export interface RunFacts {
  add(run: StoredRun, span: SpanFacts): Storing
  /** Gives the facts of `gone` to `kept`. */
  join(kept: StoredRun, gone: StoredRun): void
  pack(run: StoredRun): void
  unpack(run: StoredRun): void
  /** Lets go of some facts of a run. */
  letGo(run: StoredRun, going: ReadonlySet<SpanFacts>): void
  /** Lets go of all facts of a run. */
  drop(run: StoredRun): void
  /** Spans of all runs. */
  count(): number
  /** How many bytes all facts take, where they are counted. */
  bytes(): number
}

/** The facts of a run that is packed. */
export interface PackedFacts {
  readonly text: string
  readonly size: number
}

/** What packed runs have of facts. Nothing is put into it. */
export const NO_FACTS = new FactSet()
/** What an engine may take for one character, and for the text itself. */
const CHARACTER_BYTES = 2
const PACKED_BYTES = 60

/** How many spans a run has. */
export function sizeOf({ facts, packed }: StoredRun): number {
  return packed?.size ?? facts.size
}

/** The facts of a run, packed or not. */
export function factsOf({ facts, packed }: StoredRun): Iterable<SpanFacts> {
  return packed === undefined ? facts.spans : readWrittenFacts(packed.text)
}

/** @param areBytesCounted whether anybody asks for bytes, which costs something for each span */
export function createRunFacts(maxSpansPerRun: number, areBytesCounted: boolean): RunFacts {
  let count = 0
  let bytes = 0

  function weigh(run: StoredRun, more: number): void {
    run.bytes += more
    bytes += more
  }

  function bytesIn(spans: Iterable<SpanFacts>): number {
    let sum = 0
    if (areBytesCounted) for (const span of spans) sum += bytesOf(span)
    return sum
  }

  function unpack(run: StoredRun): void {
    if (run.packed === undefined) return
    const spans = readWrittenFacts(run.packed.text)
    run.packed = undefined
    run.facts = new FactSet()
    for (const span of spans) run.facts.add(span)
    weigh(run, bytesIn(spans) - run.bytes)
  }

  return {
    add(run, span) {
      unpack(run)
      const before = run.facts.known(span)
      // A span that was seen open is completed once; a span that was seen whole is not taken twice.
      if (before !== undefined && (before.endMs !== undefined || span.endMs === undefined)) return 'duplicate'
      if (before === undefined) {
        if (run.facts.size >= maxSpansPerRun) {
          run.isTruncated = true
          return 'run_full'
        }
        count++
      }
      if (areBytesCounted) weigh(run, bytesOf(span) - (before === undefined ? 0 : bytesOf(before)))
      if (before === undefined) run.facts.add(span)
      else run.facts.replace(before, span)
      return 'stored'
    },
    join(kept, gone) {
      unpack(kept)
      unpack(gone)
      for (const span of gone.facts.spans) kept.facts.add(span)
      kept.bytes += gone.bytes
      gone.bytes = 0
    },
    pack(run) {
      if (run.packed !== undefined) return
      const text = writeFacts(run.facts.spans)
      if (text === undefined) return
      run.packed = { text, size: run.facts.size }
      run.facts = NO_FACTS
      weigh(run, PACKED_BYTES + CHARACTER_BYTES * text.length - run.bytes)
    },
    unpack,
    letGo(run, going) {
      run.facts.letGo(going)
      weigh(run, -bytesIn(going))
      count -= going.size
    },
    drop(run) {
      count -= sizeOf(run)
      weigh(run, -run.bytes)
    },
    count: () => count,
    bytes: () => bytes,
  }
}
