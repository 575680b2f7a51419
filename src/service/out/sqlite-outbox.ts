import type { DiskSync } from '../journal/disk-sync.ts'
import { openDatabase } from '../journal/sqlite.ts'
import type { Outbox } from './outbox.ts'
import type { HeldReport, Report } from './report.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS reports (seq INTEGER PRIMARY KEY AUTOINCREMENT, report TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS closed (seq INTEGER PRIMARY KEY AUTOINCREMENT, finding TEXT NOT NULL);
  PRAGMA user_version = 1;
`
/** So many ids of closed findings are remembered. */
const MAX_CLOSED = 10_000

export interface SqliteOutboxOptions {
  readonly path: string
  readonly sync: DiskSync
  readonly capacity: number
  /** Told of each of the oldest reports beyond that. */
  readonly lost: () => void
}

/** An outbox in a database of its own. */
export function createSqliteOutbox({ path, sync, capacity, lost }: SqliteOutboxOptions): Outbox {
  const { db, transaction } = openDatabase({ path, schema: SCHEMA, sync })
  const insert = db.prepare('INSERT INTO reports (report) VALUES (?)')
  const close = db.prepare('INSERT INTO closed (finding) VALUES (?)')
  const forget = db.prepare('DELETE FROM closed WHERE seq <= ?')
  const select = db.prepare('SELECT seq, report FROM reports ORDER BY seq LIMIT ?')
  const remove = db.prepare('DELETE FROM reports WHERE seq = ?')
  let added: Report[] = []
  let size = Number(db.prepare('SELECT count(*) AS n FROM reports').get()?.n ?? 0)

  function commit(): void {
    if (added.length === 0) return
    transaction(() => {
      for (const report of added) {
        insert.run(JSON.stringify(report))
        if (report.finding.state !== 'closed') continue
        const { lastInsertRowid } = close.run(report.finding.id)
        forget.run(Number(lastInsertRowid) - MAX_CLOSED)
      }
    })
    size += added.length
    added = []
    const tooMany = size - capacity
    if (tooMany > 0) {
      removeAll(oldest(tooMany).map(({ seq }) => seq))
      for (let count = 0; count < tooMany; count++) lost()
    }
  }

  function oldest(count: number): HeldReport[] {
    return select.all(count).map(({ seq, report }) => ({ ...JSON.parse(String(report)), seq: Number(seq) }))
  }

  function removeAll(seqs: readonly number[]): void {
    transaction(() => {
      for (const seq of seqs) size -= Number(remove.run(seq).changes)
    })
  }

  return {
    add(report) {
      added.push(report)
    },
    commit,
    oldest,
    remove: removeAll,
    get size() {
      return size + added.length
    },
    closedIds: () =>
      db
        .prepare('SELECT finding FROM closed ORDER BY seq')
        .all()
        .map((row) => String(row.finding)),
    close: () => db.close(),
  }
}
