import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import { createRunStore, type RunStore, type StoredRun } from '../../tail/model/run-store.ts'
import type { HeldFacts } from '../held/held-facts.ts'
import type { HeldRun } from '../held/held-run.ts'

/** Facts of a run as the judge reads them. */
interface Unpacked {
  readonly store: RunStore
  /** The last span of the run that is among them. */
  last: number
  spans: number
}

/** Runs that are judged, unpacked as long as there is room. */
export interface UnpackedRuns {
  /** The run as the judge knows it. More than one only where spans that tied it together are gone. */
  open(run: HeldRun, nowMs: number): StoredRun[]
  /** Something else than new spans has changed about the run: it is unpacked anew when it is judged again. */
  stale(run: HeldRun): void
  /** As what the judge knows the run, unpacked or not. */
  known(run: HeldRun): readonly StoredRun[]
  forget(run: HeldRun): void
}

/** `joined`: told that what the judge knew as `gone` is `kept` from now on. */
export function createUnpackedRuns(
  held: HeldFacts,
  maxSpans: number,
  joined: (kept: StoredRun, gone: StoredRun) => void,
): UnpackedRuns {
  /** The run that was judged last is the last one. */
  const unpacked = new Map<HeldRun, Unpacked>()
  let spans = 0

  function pack(run: HeldRun): void {
    const known = unpacked.get(run)
    if (known === undefined) return
    unpacked.delete(run)
    spans -= known.spans
    const stored = [...known.store.runs()]
    // From now on they only say who the run was. Their facts are in packs.
    for (const one of stored) one.facts = NO_FACTS
    run.past = [...run.past, ...stored]
  }

  function makeRoom(): void {
    for (const run of unpacked.keys()) {
      if (spans <= maxSpans || unpacked.size === 1) return
      pack(run)
    }
  }

  return {
    open(run, nowMs) {
      const known = unpacked.get(run)
      const facts = known === undefined ? held.factsOf(run) : held.factsAfter(known.last)
      const now = known ?? {
        store: createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY, onJoin: joined }),
        last: run.last,
        spans: 0,
      }
      for (const span of facts) now.store.add(span, nowMs)
      now.last = run.last
      now.spans += facts.length
      spans += facts.length
      unpacked.delete(run)
      unpacked.set(run, now)
      const stored = [...now.store.runs()]
      handOver(run, stored, joined)
      for (const one of stored) one.isTruncated ||= run.isTruncated
      makeRoom()
      return stored
    },
    stale: pack,
    known: (run) => [...run.past, ...(unpacked.get(run)?.store.runs() ?? [])],
    forget(run) {
      spans -= unpacked.get(run)?.spans ?? 0
      unpacked.delete(run)
    },
  }
}

/** Nothing is put into it. */
const NO_FACTS = new Map<string, SpanFacts>()

function handOver(
  run: HeldRun,
  [kept]: readonly StoredRun[],
  joined: (kept: StoredRun, gone: StoredRun) => void,
): void {
  if (kept === undefined) return
  for (const gone of run.past) joined(kept, gone)
  run.past = []
}
