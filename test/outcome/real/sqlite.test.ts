import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@libsql/client'
import { afterAll, describe, it } from 'vitest'
import { refusedFor, turnedAway } from './http-rows.ts'
import { expectMeaning, type Meaning, thrownBy } from './meaning.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolspan-sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

const INPUT = refusedFor('validation')
const BROKEN = refusedFor('other')

function fileWithTable(name: string): string {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE t (a UNIQUE NOT NULL CHECK (a <> 7))')
  database.exec('INSERT INTO t VALUES (1)')
  database.close()
  return path
}

/** Runs statements one after the other on a database of its own. */
function run(path: string, options: { readOnly?: boolean }, ...statements: readonly string[]): void {
  const database = new DatabaseSync(path, { timeout: 5, ...options })
  try {
    for (const statement of statements) database.exec(statement)
  } finally {
    database.close()
  }
}

describe('errors of node:sqlite, thrown by itself', () => {
  const path = fileWithTable('plain.db')
  const noDatabase = join(folder, 'notes.txt')
  writeFileSync(noDatabase, 'no database, only words. '.repeat(60))

  it.each<[string, () => void, Meaning]>([
    [
      'a unique value that is there',
      () => run(path, {}, 'INSERT INTO t VALUES (1)'),
      { ...INPUT, code: 'SQLITE_CONSTRAINT' },
    ],
    [
      'a value that is missing',
      () => run(path, {}, 'INSERT INTO t VALUES (NULL)'),
      { ...INPUT, code: 'SQLITE_CONSTRAINT' },
    ],
    [
      'a value against a rule of the table',
      () => run(path, {}, 'INSERT INTO t VALUES (7)'),
      { ...INPUT, code: 'SQLITE_CONSTRAINT' },
    ],
    ['a syntax error', () => run(path, {}, 'SELEC 1'), { ...INPUT, code: 'SQLITE_ERROR' }],
    [
      'a table that is not there',
      () => run(path, {}, 'SELECT * FROM nowhere'),
      { ...INPUT, code: 'SQLITE_ERROR' },
    ],
    [
      'a database that may only be read',
      () => run(path, { readOnly: true }, 'INSERT INTO t VALUES (2)'),
      { ...refusedFor('permission'), code: 'SQLITE_READONLY' },
    ],
    [
      'a database that is full',
      () => run(path, {}, 'PRAGMA max_page_count = 1', 'CREATE TABLE u AS SELECT zeroblob(100000)'),
      { ...refusedFor('business'), code: 'SQLITE_FULL' },
    ],
    [
      'a file that is no database',
      () => run(noDatabase, {}, 'SELECT * FROM t'),
      { ...BROKEN, code: 'SQLITE_NOTADB' },
    ],
    [
      'a folder that is not there',
      () => run(join(folder, 'no/such.db'), {}),
      { ...INPUT, code: 'SQLITE_CANTOPEN' },
    ],
    [
      'a text that is too long',
      () => run(path, {}, 'SELECT zeroblob(2000000000)'),
      { ...INPUT, code: 'SQLITE_TOOBIG' },
    ],
  ])('REQ-3 %s', async (_name, act, means) => {
    expectMeaning(await thrownBy(async () => act()), means)
  })

  it('REQ-18 a database that another connection writes to: nothing was done', async () => {
    const holder = new DatabaseSync(path)
    holder.exec('BEGIN EXCLUSIVE')
    const error = await thrownBy(async () => run(path, {}, 'INSERT INTO t VALUES (3)'))
    holder.close()
    expectMeaning(error, { ...turnedAway, code: 'SQLITE_BUSY' })
  })
})

describe('errors of @libsql/client, thrown by itself', () => {
  const path = fileWithTable('libsql.db')

  it.each<[string, string, Meaning]>([
    ['a unique value that is there', 'INSERT INTO t VALUES (1)', { ...INPUT, code: 'SQLITE_CONSTRAINT' }],
    ['a syntax error', 'SELEC 1', { ...INPUT, code: 'SQLITE_ERROR' }],
  ])('REQ-3 %s', async (_name, statement, means) => {
    const client = createClient({ url: `file:${path}` })
    expectMeaning(await thrownBy(() => client.execute(statement)), means)
    client.close()
  })

  it('REQ-18 a database that another connection writes to: nothing was done', async () => {
    const holder = createClient({ url: `file:${path}` })
    const writing = await holder.transaction('write')
    const client = createClient({ url: `file:${path}`, timeout: 5 })
    const error = await thrownBy(() => client.execute('INSERT INTO t VALUES (3)'))
    writing.close()
    client.close()
    holder.close()
    expectMeaning(error, { ...turnedAway, code: 'SQLITE_BUSY' })
  })
})
