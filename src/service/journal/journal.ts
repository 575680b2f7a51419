import type { SealedPack } from '../held/held-packs.ts'

/** What one commit writes down. */
export interface Batch {
  readonly sealed: readonly SealedPack[]
  /** Packs of which nothing is wanted any more. */
  readonly emptied: readonly number[]
  /** Traces that were let go of, of which there may be spans in packs that are kept. */
  readonly released: readonly string[]
  /** Spans of those traces in packs up to this one are let go of. */
  readonly releasedUpTo: number
  /** The oldest pack that is still held. */
  readonly oldest: number
}

/** What an earlier life wrote down. */
export interface JournalContent {
  readonly packs: Iterable<SealedPack>
  /** By trace: spans in packs up to this one were let go of. */
  readonly released: ReadonlyMap<string, number>
}

/** Facts that survive the process. */
export interface Journal {
  /** Writes all of it down or nothing. Throws where it cannot. */
  write(batch: Batch): void
  read(): JournalContent
  /** Gives a little of the room on disk back that nothing is in; to be called regularly. */
  shrink(): void
  /** Bytes on disk. */
  readonly size: number
  close(): void
}

/** For those who need no journal: what is held is gone when the process is. */
export function createNoJournal(): Journal {
  return {
    write() {},
    read: () => ({ packs: [], released: new Map() }),
    shrink() {},
    size: 0,
    close() {},
  }
}
