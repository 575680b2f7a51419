import type { Cues } from './cues.ts'
import type { SpanFacts } from './facts/span-facts.ts'
import type { StoredRun } from './model/run-store.ts'

/** A run of more spans than this is judged at once only where something came that may begin a finding. */
const SMALL_RUN = 500
/** For so long a larger one may wait: what ends or extends a finding is told within five seconds, too. */
const WAIT_MS = 3000

/** Notes what a span shows. Returns whether its run can hold a finding. */
export function noteCues(run: StoredRun, span: SpanFacts, cues: Cues): boolean {
  if (run.isCued && run.hasNewCue) return true
  const mark = cues.markOf(span)
  if (mark === 0) return run.isCued
  run.hasNewCue = true
  if (run.isCued) return true
  run.cues ??= cues.none()
  run.isCued = cues.isReached(mark, run.cues)
  return run.isCued
}

/** Takes over what another part of the run has shown. */
export function joinCues(kept: StoredRun, gone: StoredRun, cues: Cues): void {
  kept.isCued ||= gone.isCued
  kept.cues ??= cues.none()
  cues.add(kept.cues, gone.cues ?? [])
}

/** Whether there is time to judge the run again: it is large, and nothing new can have begun. */
export function mayWait({ facts, hasNewCue, judgedMs }: StoredRun, nowMs: number): boolean {
  return facts.size > SMALL_RUN && !hasNewCue && nowMs - judgedMs < WAIT_MS
}
