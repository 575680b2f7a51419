import { DatabaseSync } from 'node:sqlite'
import type { DiskSync } from './disk-sync.ts'

/** A commit of the same kind is prepared once. */
export interface Database {
  readonly db: DatabaseSync
  /** Runs `work` in one transaction: all of it or nothing. */
  transaction(work: () => void): void
  /** Gives a little of the room back that is used no more, where most of the file is such. */
  shrink(): void
}

/** The rollback journal beside the file is cut back to this. */
const MOST_ROLLBACK_BYTES = 16 * 1024 * 1024

export interface DatabaseOptions {
  readonly path: string
  readonly schema: string
  readonly sync: DiskSync
}

/**
 * Opens a database as facts/prototypes.md section 6 measured it: a rollback journal that stays, one owner, large pages. A
 * killed process loses nothing. Where nobody waits for the disk, a loss of power can hurt the file.
 */
export function openDatabase({ path, schema, sync }: DatabaseOptions): Database {
  const db = new DatabaseSync(path)
  db.exec(`
    PRAGMA page_size = 16384;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = PERSIST;
    PRAGMA synchronous = ${sync};
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_size_limit = ${MOST_ROLLBACK_BYTES};
    ${schema}
  `)
  const begin = db.prepare('BEGIN')
  const commit = db.prepare('COMMIT')
  const pages = db.prepare('PRAGMA page_count')
  const freePages = db.prepare('PRAGMA freelist_count')
  return {
    db,
    transaction(work) {
      begin.run()
      try {
        work()
        commit.run()
      } catch (error) {
        try {
          db.exec('ROLLBACK')
        } catch {
          // SQLite has rolled back already where the disk was full.
        }
        throw error
      }
    },
    shrink() {
      const free = numberOf(freePages.get())
      if (free < LEAST_FREE_PAGES || 2 * free < numberOf(pages.get())) return
      db.exec(`PRAGMA incremental_vacuum(${PAGES_A_TIME})`)
    },
  }
}

/** Room that comes and goes is not given back: it will be used again. */
const LEAST_FREE_PAGES = 1024
/** One MiB: the service does nothing else while it moves them. */
const PAGES_A_TIME = 64

/** The one value of a row. */
function numberOf(row: Readonly<Record<string, unknown>> | undefined): number {
  return Number(Object.values(row ?? {})[0] ?? 0)
}
