import { statSync } from 'node:fs'
import type { SealedPack } from '../held/held-packs.ts'
import type { DiskSync } from './disk-sync.ts'
import type { Batch, Journal } from './journal.ts'
import { openDatabase } from './sqlite.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS packs (serial INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS released (id INTEGER PRIMARY KEY, up_to INTEGER NOT NULL, traces TEXT NOT NULL);
  PRAGMA user_version = 1;
`
/** The file is asked for its size no more often than every so many writes. */
const SIZE_EVERY = 256

/** A journal in a database of its own. Throws where the file cannot be opened, or is none. */
export function createSqliteJournal(path: string, sync: DiskSync): Journal {
  const { db, transaction, shrink } = openDatabase({ path, schema: SCHEMA, sync })
  const insert = db.prepare('INSERT OR REPLACE INTO packs (serial, bytes) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM packs WHERE serial = ?')
  const release = db.prepare('INSERT INTO released (up_to, traces) VALUES (?, ?)')
  const forget = db.prepare('DELETE FROM released WHERE up_to < ?')
  let writes = 0
  let size = sizeOf(path)

  return {
    write({ sealed, emptied, released, releasedUpTo, oldest }: Batch) {
      transaction(() => {
        for (const { serial, bytes } of sealed) insert.run(serial, bytes)
        for (const serial of emptied) remove.run(serial)
        if (released.length > 0) release.run(releasedUpTo, released.join(' '))
        if (emptied.length > 0) forget.run(oldest)
      })
      writes++
      if (writes % SIZE_EVERY === 0) size = sizeOf(path)
    },
    read() {
      const released = new Map<string, number>()
      for (const row of db.prepare('SELECT up_to, traces FROM released ORDER BY id').iterate())
        for (const traceId of String(row.traces).split(' ')) released.set(traceId, Number(row.up_to))
      return {
        packs: packsOf(db.prepare('SELECT serial, bytes FROM packs ORDER BY serial').iterate()),
        released,
      }
    },
    shrink() {
      shrink()
      size = sizeOf(path)
    },
    get size() {
      return size
    },
    close: () => db.close(),
  }
}

function* packsOf(rows: Iterable<Record<string, unknown>>): Generator<SealedPack, void, undefined> {
  for (const { serial, bytes } of rows) {
    if (!(bytes instanceof Uint8Array)) continue
    // The words of a pack have to begin at a multiple of four.
    const aligned = new Uint8Array(bytes)
    yield { serial: Number(serial), bytes: aligned }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
