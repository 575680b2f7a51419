import { bytesOf } from '../facts/bytes-of.ts'
import type { FactsShelf } from '../facts/packed/facts-shelf.ts'
import type { SpanFacts } from '../facts/span-facts.ts'
import type { StoredRun, Storing } from './run-store.ts'

/** The facts of runs: as they came, or packed on a shelf while nobody asks for them. */
export interface RunFacts {
  /** Takes a span of the run, packed where the run is. */
  add(run: StoredRun, span: SpanFacts): Storing
  /** Gives the facts of `gone` to `kept`. */
  join(kept: StoredRun, gone: StoredRun): void
  pack(run: StoredRun): void
  unpack(run: StoredRun): void
  of(run: StoredRun): Iterable<SpanFacts>
  /** Lets go of some facts of a run that is not packed. */
  letGo(run: StoredRun, going: ReadonlySet<SpanFacts>): void
  /** Lets go of all facts of a run. */
  drop(run: StoredRun): void
  /** Spans of all runs. */
  readonly count: number
  /** About how many bytes all facts take, where there is a shelf. */
  readonly bytes: number
}

/** What packed runs have of facts. Nothing is put into it. */
const NO_FACTS = new Map<string, SpanFacts>()

/** How many spans a run has. */
export function sizeOf({ facts, shelved }: StoredRun): number {
  return shelved?.size ?? facts.size
}

/** @param shelf without one no run is packed, and nobody counts bytes */
export function createRunFacts(maxSpansPerRun: number, shelf: FactsShelf | undefined): RunFacts {
  let count = 0
  let plainBytes = 0

  function add(run: StoredRun, span: SpanFacts): Storing {
    return addPacked(run, span) ?? addPlain(run, span)
  }

  /** Undefined where the span cannot be packed, or where the run is not. */
  function addPacked(run: StoredRun, span: SpanFacts): Storing | undefined {
    if (shelf === undefined || run.shelved === undefined) return undefined
    if (run.shelved.size >= maxSpansPerRun) return full(run)
    // A span that has not ended is replaced when it has.
    const put = span.endMs === undefined ? 'odd' : shelf.push(run.shelved, span)
    if (put === 'put') count++
    if (put === 'odd') unpack(run)
    return put === 'odd' ? undefined : put === 'known' ? 'duplicate' : 'stored'
  }

  function addPlain(run: StoredRun, span: SpanFacts): Storing {
    const known = run.facts.get(span.spanId)
    const key =
      known === undefined || known.traceId === span.traceId ? span.spanId : span.traceId + span.spanId
    const before = run.facts.get(key)
    // A span that was seen open is completed once; a span that was seen whole is not taken twice.
    if (before !== undefined && (before.endMs !== undefined || span.endMs === undefined)) return 'duplicate'
    if (before === undefined) {
      if (run.facts.size >= maxSpansPerRun) return full(run)
      count++
    } else weigh(run, -bytesOf(before))
    if (shelf !== undefined) weigh(run, bytesOf(span))
    run.facts.set(key, span)
    return 'stored'
  }

  function full(run: StoredRun): Storing {
    run.isTruncated = true
    return 'run_full'
  }

  function weigh(run: StoredRun, bytes: number): void {
    if (shelf === undefined) return
    run.bytes += bytes
    plainBytes += bytes
  }

  function pack(run: StoredRun): void {
    if (shelf === undefined || run.shelved !== undefined || run.facts.size === 0) return
    const row = shelf.row()
    for (const span of run.facts.values()) {
      if (span.endMs !== undefined && shelf.push(row, span) === 'put') continue
      // Not all of it could be read back: the run stays as it is.
      shelf.drop(row)
      return
    }
    weigh(run, -run.bytes)
    run.facts = NO_FACTS
    run.shelved = row
  }

  function unpack(run: StoredRun): void {
    const { shelved } = run
    if (shelf === undefined || shelved === undefined) return
    run.facts = new Map()
    run.shelved = undefined
    for (const span of shelf.read(shelved)) {
      weigh(run, bytesOf(span))
      run.facts.set(run.facts.has(span.spanId) ? span.traceId + span.spanId : span.spanId, span)
    }
    shelf.drop(shelved)
  }

  return {
    add,
    join(kept, gone) {
      if (shelf !== undefined && kept.shelved !== undefined && gone.shelved !== undefined) {
        shelf.join(kept.shelved, gone.shelved)
        return
      }
      unpack(kept)
      unpack(gone)
      for (const [key, span] of gone.facts)
        kept.facts.set(kept.facts.has(key) ? span.traceId + key : key, span)
      kept.bytes += gone.bytes
      gone.bytes = 0
    },
    pack,
    unpack,
    of: (run) =>
      shelf === undefined || run.shelved === undefined ? run.facts.values() : shelf.read(run.shelved),
    letGo(run, going) {
      for (const [key, span] of run.facts) if (going.has(span)) run.facts.delete(key)
      if (shelf !== undefined) for (const span of going) weigh(run, -bytesOf(span))
      count -= going.size
    },
    drop(run) {
      count -= sizeOf(run)
      weigh(run, -run.bytes)
      if (run.shelved !== undefined) shelf?.drop(run.shelved)
    },
    get count() {
      return count
    },
    get bytes() {
      return plainBytes + (shelf?.bytes ?? 0)
    },
  }
}
