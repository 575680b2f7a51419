import type { SpanFacts } from '../facts/span-facts.ts'
import { jointsOf } from './run.ts'

/** The facts of one run while it lives. */
export interface StoredRun {
  /** By trace id and span id, so that a span that arrives twice is known. */
  readonly facts: Map<string, SpanFacts>
  readonly joints: Set<string>
  /** When something was last heard of it, by the clock of whoever stores. */
  lastMs: number
  /** A limit was reached: spans of it are missing. */
  isTruncated: boolean
}

/** What became of a span that was offered. */
export type Storing = 'stored' | 'duplicate' | 'run_full'

/** Facts of spans by run. Traces that turn out to be one run are joined, whatever arrives first. */
export interface RunStore {
  add(span: SpanFacts, atMs: number): Storing
  runs(): IterableIterator<StoredRun>
  runOf(traceId: string): StoredRun | undefined
  remove(run: StoredRun): void
  readonly spanCount: number
  readonly runCount: number
}

export interface RunStoreOptions {
  readonly maxSpansPerRun: number
  /** Told when two runs turn out to be one; `gone` lives on in `kept`. */
  readonly onJoin?: (kept: StoredRun, gone: StoredRun) => void
}

export function createRunStore({ maxSpansPerRun, onJoin }: RunStoreOptions): RunStore {
  const byJoint = new Map<string, StoredRun>()
  const live = new Set<StoredRun>()
  let spanCount = 0

  function join(a: StoredRun, b: StoredRun): StoredRun {
    const [kept, gone] = a.facts.size >= b.facts.size ? [a, b] : [b, a]
    for (const [key, span] of gone.facts) kept.facts.set(key, span)
    for (const joint of gone.joints) {
      kept.joints.add(joint)
      byJoint.set(joint, kept)
    }
    kept.lastMs = Math.max(kept.lastMs, gone.lastMs)
    kept.isTruncated ||= gone.isTruncated
    live.delete(gone)
    onJoin?.(kept, gone)
    return kept
  }

  return {
    add(span, atMs) {
      let run: StoredRun | undefined
      const joints = jointsOf(span)
      for (const joint of joints) {
        const known = byJoint.get(joint)
        if (known !== undefined && known !== run) run = run === undefined ? known : join(run, known)
      }
      if (run === undefined) {
        run = { facts: new Map(), joints: new Set(), lastMs: atMs, isTruncated: false }
        live.add(run)
      }
      for (const joint of joints) {
        if (run.joints.has(joint)) continue
        run.joints.add(joint)
        byJoint.set(joint, run)
      }
      run.lastMs = atMs
      const key = span.traceId + span.spanId
      const known = run.facts.get(key)
      // A span that was seen open is completed once; a span that was seen whole is not taken twice.
      if (known !== undefined && (known.endMs !== undefined || span.endMs === undefined)) return 'duplicate'
      if (known === undefined) {
        if (run.facts.size >= maxSpansPerRun) {
          run.isTruncated = true
          return 'run_full'
        }
        spanCount++
      }
      run.facts.set(key, span)
      return 'stored'
    },
    runs: () => live.values(),
    runOf: (traceId) => byJoint.get(`trace ${traceId}`),
    remove(run) {
      if (!live.delete(run)) return
      spanCount -= run.facts.size
      for (const joint of run.joints) if (byJoint.get(joint) === run) byJoint.delete(joint)
    },
    get spanCount() {
      return spanCount
    },
    get runCount() {
      return live.size
    },
  }
}
