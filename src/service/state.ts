import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskSync } from './journal/disk-sync.ts'
import { createNoJournal, type Journal } from './journal/journal.ts'
import { createSqliteJournal } from './journal/sqlite-journal.ts'
import { errorDetails, type Log } from './log.ts'
import { createMemoryOutbox, type Outbox } from './out/outbox.ts'
import { createSqliteOutbox } from './out/sqlite-outbox.ts'

/** What a service keeps between two lives. */
export interface State {
  readonly journal: Journal
  readonly outbox: Outbox
  /** The same over restarts, where anything is. */
  readonly instanceId: string
  close(): void
}

/** The setting for those who want none. */
export const MEMORY = 'memory'

export interface StateOptions {
  /** A folder, or `MEMORY`. */
  readonly state: string
  /** How often the files wait for the disk. Default `off`. */
  readonly sync?: DiskSync
  readonly outboxCapacity: number
  readonly lost: () => void
  readonly log: Log
}

/** Opens what an earlier life left. A file that is damaged is put aside: what can be found again is worth more. */
export function openState({ state, sync = 'off', outboxCapacity, lost, log }: StateOptions): State {
  if (state === MEMORY) {
    return {
      journal: createNoJournal(),
      outbox: createMemoryOutbox(outboxCapacity, lost),
      instanceId: randomUUID(),
      close() {},
    }
  }
  mkdirSync(state, { recursive: true, mode: 0o700 })
  const journal = opened(join(state, 'journal.sqlite'), log, (path) => createSqliteJournal(path, sync))
  const outbox = opened(join(state, 'outbox.sqlite'), log, (path) =>
    createSqliteOutbox({ path, sync, capacity: outboxCapacity, lost }),
  )
  return {
    journal,
    outbox,
    instanceId: instanceIdIn(state),
    close() {
      journal.close()
      outbox.close()
    },
  }
}

/** Another service has the file: it is not damaged. */
const BUSY = /database is locked/

function opened<T>(path: string, log: Log, open: (path: string) => T): T {
  try {
    return open(path)
  } catch (error) {
    if (error instanceof Error && BUSY.test(error.message)) {
      throw new Error(`${path} belongs to another process`, { cause: error })
    }
    const aside = `${path}.damaged-${Date.now()}`
    renameSync(path, aside)
    log('error', 'a file of the state is damaged; it was put aside, and the service begins with none', {
      path,
      aside,
      ...errorDetails(error),
    })
    return open(path)
  }
}

function instanceIdIn(folder: string): string {
  const path = join(folder, 'instance-id')
  try {
    const id = readFileSync(path, 'utf8').trim()
    if (id !== '') return id
  } catch {
    // The first life: there is none yet.
  }
  const made = randomUUID()
  writeFileSync(path, `${made}\n`)
  return made
}
