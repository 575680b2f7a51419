import type { Clock } from '../../clock.ts'
import type { Reporter } from '../../tail/findings/reporter.ts'
import type { Judging } from '../../tail/judging.ts'
import { mayHoldFinding } from '../../tail/outline/room.ts'
import { RunOutline } from '../../tail/outline/run-outline.ts'
import { createRunJudge } from '../../tail/run-judge.ts'
import { HeldFacts } from '../held/held-facts.ts'
import type { HeldRun } from '../held/held-run.ts'
import { RunQueue } from '../held/run-queue.ts'
import { createAwakeTime } from './awake-time.ts'
import { createRunOrder } from './run-order.ts'
import { createUnpackedRuns } from './unpacked-runs.ts'

/** Why a run was let go of. */
export type ReleaseReason = 'ended' | 'idle' | 'run_full' | 'store_full' | 'shutdown'

export interface TailJudgeOptions {
  readonly judging: Judging
  readonly reporter: Reporter
  readonly clock: Clock
  readonly limits: TailLimits
  /** Told of each run that is about to be let go of. */
  readonly onRelease: (run: HeldRun, reason: ReleaseReason) => void
}

/** What is held, and for how long. */
export interface TailLimits {
  readonly maxSpans: number
  readonly maxBytes: number
  readonly maxSpansPerRun: number
  /** A run is judged so long after it has grown: what belongs to it comes from several senders. */
  readonly judgeAfterMs: number
  /** A run whose roots have ended is over when nothing was heard of it for so long. */
  readonly quietMs: number
  /** Any other run is let go of when nothing was heard of it for so long. */
  readonly maxIdleMs: number
  /** Spans of runs that stay unpacked between two judgements. */
  readonly maxUnpackedSpans: number
}

/** The facts that are held, judged as they grow. */
export interface TailJudge {
  readonly held: HeldFacts
  readonly runCount: number
  /** The time by which runs fall quiet: what arrives is heard at this time. */
  awakeMs(): number
  /**
   * Judges what has grown, ends what is over, lets go of what there is no room for; whatever comes first until
   * `isLate` says so. True where something is left to do now. What is held has to be sealed.
   */
  work(isLate: () => boolean): boolean
  /** Judges every run for the last time. */
  finish(): void
  /** For how long the run that waits for the longest time has waited, in milliseconds. */
  delayMs(): number
  /** Another judge has reported the finding. */
  alreadyReported(findingId: string): void
}

/** Room beyond the limit: runs are let go of before there is none. */
const SPARE = 1.25
/** A run rests this many times longer than it took to judge it, but no longer than that. */
const REST = 20
const LONGEST_REST_MS = 2000
/** What is let go of under pressure goes down to this part of the limit. */
const RELIEF = 0.95

export function createTailJudge(options: TailJudgeOptions): TailJudge {
  const { judging, clock, limits, onRelease } = options
  const judge = createRunJudge(options.reporter, judging, {
    claim: () => true,
    isFromAfar: true,
    wallMs: clock.now,
  })
  const awake = createAwakeTime(clock)
  const outline = new RunOutline()
  const order = createRunOrder()
  /** Runs that have grown, with the time at which they did. */
  const grown = new RunQueue('grown')
  /** Runs with findings that may be open, with the time before which they are not judged again. */
  const judged = new Map<HeldRun, number>()
  const held = new HeldFacts({
    spanCapacity: Math.ceil(limits.maxSpans * SPARE),
    cues: judging.cues,
    events: { heard, joining },
  })
  const runs = createUnpackedRuns(held, limits.maxUnpackedSpans, judge)
  let nextSettleMs = 0

  function heard(run: HeldRun): void {
    order.heard(run)
    if (run.isCued && run.grown.queue === undefined) grown.append(run, clock.now())
  }

  function joining(kept: HeldRun, gone: HeldRun): void {
    runs.stale(kept)
    runs.stale(gone)
    order.remove(gone)
    if (grown.remove(gone)) {
      grown.remove(kept)
      grown.append(kept, clock.now())
    }
    if (judged.delete(gone)) judged.set(kept, clock.now())
  }

  /** Whether the run is worth unpacking: it may hold a finding, or people were told of one. */
  function mayHold(run: HeldRun): boolean {
    if (!run.isCued) return false
    if (runs.known(run).some(judge.hasOpen)) return true
    let isOutlined = false
    return mayHoldFinding(judging, run.marks, () => {
      if (!isOutlined) held.outline(run, outline)
      isOutlined = true
      return outline
    })
  }

  function judgeRun(run: HeldRun): void {
    grown.remove(run)
    if (!mayHold(run)) return
    const nowMs = clock.now()
    for (const stored of runs.open(run, awake.now())) judge.judge(stored, [], awake.now())
    const tookMs = clock.now() - nowMs
    judged.set(run, nowMs + Math.min(LONGEST_REST_MS, tookMs * REST))
  }

  function release(run: HeldRun, reason: ReleaseReason): void {
    if (reason === 'run_full' || reason === 'store_full') run.isTruncated = true
    const nowMs = awake.now()
    if (mayHold(run)) for (const stored of runs.open(run, nowMs)) judge.finish(stored, [], nowMs)
    runs.forget(run)
    grown.remove(run)
    judged.delete(run)
    order.remove(run)
    onRelease(run, reason)
    held.release(run)
  }

  /** Lets go of runs as long as `next` names one. False where it ran out of time. */
  function releaseAll(
    next: () => HeldRun | undefined,
    reason: ReleaseReason,
    isLate: () => boolean,
  ): boolean {
    for (let run = next(); run !== undefined; run = next()) {
      if (isLate()) return false
      release(run, reason)
    }
    return true
  }

  function isOver(part: number): boolean {
    return held.spanCount > part * limits.maxSpans || held.packs.bytes > part * limits.maxBytes
  }

  function relieve(isLate: () => boolean): boolean {
    if (!isOver(1)) return true
    const oldest = () => (isOver(RELIEF) ? order.nextIdle(Number.POSITIVE_INFINITY) : undefined)
    return releaseAll(oldest, 'store_full', isLate)
  }

  function judgeGrown(isLate: () => boolean): boolean {
    const nowMs = clock.now()
    for (let run = grown.first, next = run; run !== undefined; run = next) {
      if (nowMs < run.grown.sinceMs + limits.judgeAfterMs) break
      next = run.grown.after
      if (nowMs < (judged.get(run) ?? 0)) continue
      if (isLate()) return false
      if (run.spanCount > limits.maxSpansPerRun) release(run, 'run_full')
      else judgeRun(run)
    }
    return true
  }

  function settle(): void {
    const nowMs = awake.now()
    if (nowMs < nextSettleMs) return
    nextSettleMs = nowMs + SETTLE_EVERY_MS
    for (const run of judged.keys())
      for (const stored of runs.known(run)) judge.settle(stored, nowMs, limits.quietMs)
  }

  return {
    held,
    get runCount() {
      return order.size
    },
    awakeMs: awake.now,
    work(isLate) {
      awake.ticked()
      const nowMs = awake.now()
      if (!relieve(isLate) || !judgeGrown(isLate)) return true
      settle()
      return !(
        releaseAll(() => order.nextEnded(nowMs - limits.quietMs), 'ended', isLate) &&
        releaseAll(() => order.nextIdle(nowMs - limits.maxIdleMs), 'idle', isLate)
      )
    },
    finish() {
      releaseAll(
        () => order.nextIdle(Number.POSITIVE_INFINITY),
        'shutdown',
        () => false,
      )
    },
    delayMs() {
      return grown.first === undefined ? 0 : clock.now() - grown.first.grown.sinceMs
    },
    alreadyReported: (findingId) => judge.alreadyReported(findingId),
  }
}

/** Findings that have been quiet for long enough are looked for this often. */
const SETTLE_EVERY_MS = 1000
