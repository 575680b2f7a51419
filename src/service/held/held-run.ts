import type { CueCounts } from '../../tail/cues.ts'
import type { StoredRun } from '../../tail/model/run-store.ts'

/** No span. */
export const NO_SPAN = -1

/** One trace, by its number. */
export interface HeldTrace {
  readonly number: number
  run: HeldRun
  /** Its root has ended. */
  hasRoot: boolean
}

/** A run while it lives: whole traces, joined where they say that they belong together. Its spans are a chain. */
export interface HeldRun {
  /** None when it is no longer held. */
  traces: HeldTrace[]
  joints: string[]
  first: number
  last: number
  spanCount: number
  /** When something was last heard of it, by the clock of the service. */
  lastMs: number
  /** The request that something was last heard of it in. */
  lastRequest: number
  /** Spans of it are known to be missing because a limit was reached. */
  isTruncated: boolean
  /** Something in it is worth judging. */
  isCued: boolean
  cues: CueCounts | undefined
  /** The marks of all its spans together. */
  marks: number
  /** As what the judge knew it before it was packed again, or joined with others. */
  past: readonly StoredRun[]
}

export function createHeldRun(isTruncated: boolean): HeldRun {
  return {
    traces: [],
    joints: [],
    first: NO_SPAN,
    last: NO_SPAN,
    spanCount: 0,
    lastMs: 0,
    lastRequest: 0,
    isTruncated,
    isCued: false,
    cues: undefined,
    marks: 0,
    past: NO_PAST,
  }
}

const NO_PAST: readonly StoredRun[] = []

/** Whether every trace of the run has a root that has ended: exporters send a span when it ends. */
export function hasEveryRoot(run: HeldRun): boolean {
  return run.traces.every(({ hasRoot }) => hasRoot)
}
