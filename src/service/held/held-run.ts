import type { CueCounts } from '../../tail/cues.ts'
import type { StoredRun } from '../../tail/model/run-store.ts'
import { createRunPlace, type RunPlace } from './run-queue.ts'

/** No span. */
export const NO_SPAN = -1

/** One trace, by its number. When it is let go of, another one gets its number, and is kept in the same object. */
export interface HeldTrace {
  readonly number: number
  run: HeldRun
  /** Its root has ended. */
  hasRoot: boolean
  /** The next trace of the same run. */
  after: HeldTrace | undefined
}

/**
 * A run while it lives: whole traces, joined where they say that they belong together. Its spans are a chain, and so are
 * its traces. The object is used again with the number of its first trace: what lives for seconds and comes by the
 * thousand is hardly ever collected as garbage in time.
 */
export interface HeldRun {
  /** Undefined when it is no longer held. */
  firstTrace: HeldTrace | undefined
  lastTrace: HeldTrace | undefined
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
  /** Its place among those of which nothing was heard for the longest time. */
  readonly idle: RunPlace
  /** Its place among those that have grown and wait to be judged. */
  readonly grown: RunPlace
}

export function createHeldRun(): HeldRun {
  return {
    firstTrace: undefined,
    lastTrace: undefined,
    joints: NO_JOINTS,
    first: NO_SPAN,
    last: NO_SPAN,
    spanCount: 0,
    lastMs: 0,
    lastRequest: 0,
    isTruncated: false,
    isCued: false,
    cues: undefined,
    marks: 0,
    past: NO_PAST,
    idle: createRunPlace(),
    grown: createRunPlace(),
  }
}

/** Makes a run of what was another one, or nothing: without spans, of this trace or of none. */
export function resetHeldRun(run: HeldRun, trace: HeldTrace | undefined, isTruncated: boolean): void {
  run.firstTrace = trace
  run.lastTrace = trace
  run.joints = NO_JOINTS
  run.first = NO_SPAN
  run.last = NO_SPAN
  run.spanCount = 0
  run.lastMs = 0
  run.lastRequest = 0
  run.isTruncated = isTruncated
  run.isCued = false
  run.cues = undefined
  run.marks = 0
  run.past = NO_PAST
}

const NO_PAST: readonly StoredRun[] = []
const NO_JOINTS: string[] = []

/** The traces of a run; the one that was told of last may be let go of meanwhile. */
export function* tracesOf(run: HeldRun): Generator<HeldTrace, void, undefined> {
  for (let trace = run.firstTrace; trace !== undefined; ) {
    const { after }: HeldTrace = trace
    yield trace
    trace = after
  }
}

/** Whether every trace of the run has a root that has ended: exporters send a span when it ends. */
export function hasEveryRoot(run: HeldRun): boolean {
  for (let trace = run.firstTrace; trace !== undefined; trace = trace.after) if (!trace.hasRoot) return false
  return true
}
