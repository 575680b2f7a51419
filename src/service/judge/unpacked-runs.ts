import { NO_FACTS } from '../../tail/model/run-facts.ts'
import { createRunStore, type RunStore, type StoredRun } from '../../tail/model/run-store.ts'
import type { RunJudge } from '../../tail/run-judge.ts'
import type { HeldFacts } from '../held/held-facts.ts'
import type { HeldRun } from '../held/held-run.ts'

/** Facts of a run as the judge reads them. */
interface Unpacked {
  readonly store: RunStore
  /** The last span of the run that is among them. */
  readonly last: number
  readonly spans: number
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
  /** Runs that are kept; the one that was judged last is the last one. */
  const kept = new Map<HeldRun, Unpacked>()
  let spans = 0
  /**
   * The run that was judged last, where it is not kept. It is in no map: the tables that a map has outgrown keep what was
   * in them from being collected.
   */
  let passing: { readonly run: HeldRun; readonly unpacked: Unpacked } | undefined

  function unpackedOf(run: HeldRun): Unpacked | undefined {
    return passing?.run === run ? passing.unpacked : kept.get(run)
  }

  function forget(run: HeldRun): void {
    if (passing?.run === run) passing = undefined
    spans -= kept.get(run)?.spans ?? 0
    kept.delete(run)
  }

  function pack(run: HeldRun): void {
    const known = unpackedOf(run)
    if (known === undefined) return
    forget(run)
    // From now on they only say who the run was that people were told of. Their facts are in packs.
    const told = [...known.store.runs()].filter(judge.hasOpen)
    for (const one of told) one.facts = NO_FACTS
    if (told.length > 0) run.past = [...run.past, ...told]
  }

  function makeRoom(): void {
    for (const run of kept.keys()) {
      if (spans <= maxSpans || kept.size === 1) return
      pack(run)
    }
  }

  return {
    open(run, nowMs) {
      if (passing !== undefined && passing.run !== run) pack(passing.run)
      const known = unpackedOf(run)
      forget(run)
      const facts = known === undefined ? held.factsOf(run) : held.factsAfter(known.last)
      const store =
        known?.store ?? createRunStore({ maxSpansPerRun: Number.POSITIVE_INFINITY, onJoin: judge.joined })
      for (const span of facts) store.add(span, nowMs)
      const unpacked = { store, last: run.last, spans: (known?.spans ?? 0) + facts.length }
      const stored = [...store.runs()]
      handOver(run, stored, judge.joined)
      for (const one of stored) one.isTruncated ||= run.isTruncated
      if (unpacked.spans < LEAST_KEPT_SPANS) {
        passing = { run, unpacked }
        return stored
      }
      kept.set(run, unpacked)
      spans += unpacked.spans
      makeRoom()
      return stored
    },
    stale: pack,
    known: (run) => [...run.past, ...(unpackedOf(run)?.store.runs() ?? [])],
    forget,
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
