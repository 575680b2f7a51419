import type { HeldReport, Report } from './report.ts'

/** Reports that have not left yet, in order. */
export interface Outbox {
  add(report: Report): void
  /** What was added since the last time survives from now on. */
  commit(): void
  /** The oldest reports, at most `count`. */
  oldest(count: number): HeldReport[]
  /** Lets go of reports that have left, or never will. */
  remove(seqs: readonly number[]): void
  readonly size: number
  /** Ids of findings that were closed lately, so that none is reported twice after a restart. */
  closedIds(): readonly string[]
  close(): void
}

/** An outbox that is gone when the process is. Beyond `capacity` reports `lost` is told of the oldest one. */
export function createMemoryOutbox(capacity: number, lost: () => void): Outbox {
  const held = new Map<number, HeldReport>()
  let seq = 0
  return {
    add(report) {
      seq++
      held.set(seq, { ...report, seq })
      for (const oldest of held.keys()) {
        if (held.size <= capacity) break
        held.delete(oldest)
        lost()
      }
    },
    commit() {},
    oldest(count) {
      const oldest: HeldReport[] = []
      for (const report of held.values()) {
        if (oldest.length === count) break
        oldest.push(report)
      }
      return oldest
    },
    remove(seqs) {
      for (const one of seqs) held.delete(one)
    },
    get size() {
      return held.size
    },
    closedIds: () => [],
    close() {},
  }
}
