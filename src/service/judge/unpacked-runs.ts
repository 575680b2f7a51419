import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import { NO_FACTS } from '../../tail/model/run-facts.ts'
import { createRunStore, type RunStore, type StoredRun } from '../../tail/model/run-store.ts'
import type { RunJudge } from '../../tail/run-judge.ts'
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

/**
 * A run of fewer spans is unpacked anew when it is judged again. To keep it would take more: what lives for seconds is
 * left to the slow collection of garbage.
 */
const LEAST_KEPT_SPANS = 200

/** `judge` is told where what it knew as one run is another one from now on. */
export function createUnpackedRuns(
  held: HeldFacts,
  maxSpans: number,
  judge: Pick<RunJudge, 'joined' | 'hasOpen'>,
): UnpackedRuns {
  /** The run that was judged last is the last one. */
  const unpacked = new Map<HeldRun, Unpacked>()
  /** The run that was judged last, where it is not kept. */
  let passing: HeldRun | undefined
  let spans = 0

  function pack(run: HeldRun): void {
    const known = unpacked.get(run)
    if (known === undefined) return
    unpacked.delete(run)
    spans -= known.spans
    // From now on they only say who the run was that people were told of. Their facts are in packs.
    const told = [...known.store.runs()].filter(judge.hasOpen)
    for (const one of told) one.facts = NO_FACTS
    if (told.length > 0) run.past = [...run.past, ...told]
  }

  function makeRoom(): void {
    for (const run of unpacked.keys()) {
      if (spans <= maxSpans || unpacked.size === 1) return
      pack(run)
    }
  }

  return {
    open(run, nowMs) {
      if (passing !== undefined && passing !== run) pack(passing)
      const known = unpacked.get(run)
      const facts = known === undefined ? held.factsOf(run) : held.factsAfter(known.last)
      const now = known ?? {
        store: createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY, onJoin: judge.joined }),
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
      handOver(run, stored, judge.joined)
      for (const one of stored) one.isTruncated ||= run.isTruncated
      passing = now.spans < LEAST_KEPT_SPANS ? run : undefined
      makeRoom()
      return stored
    },
    stale: pack,
    known: (run) => [...run.past, ...(unpacked.get(run)?.store.runs() ?? [])],
    forget(run) {
      spans -= unpacked.get(run)?.spans ?? 0
      unpacked.delete(run)
      if (passing === run) passing = undefined
    },
  }
}

function handOver(
  run: HeldRun,
  [kept]: readonly StoredRun[],
  joined: (kept: StoredRun, gone: StoredRun) => void,
): void {
  if (kept === undefined) return
  for (const gone of run.past) joined(kept, gone)
  run.past = []
}
