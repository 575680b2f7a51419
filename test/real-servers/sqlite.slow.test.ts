import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { type Call, expectCalls } from './attributes.ts'
import { pythonServer } from './python-server.ts'
import { connectReal, type RealSession } from './real-session.ts'

let session: RealSession | undefined
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-sqlite-'))
  // It was written for version 1 of the Python SDK and does not start with version 2.
  const wanted = { name: 'mcp-server-sqlite', version: '2025.4.25', constraints: ['mcp<2'] }
  const server = pythonServer(wanted, ['--db-path', join(folder, 'test.db')])
  // Its tools say nothing of what they do: the application says it for two of them.
  const tools = { write_query: { effect: 'write' }, create_table: { effect: 'write' } } as const
  session = server && (await connectReal(registerOtel(), server, { tools }))
})
afterAll(async () => {
  await session?.close()
  unregisterOtel()
  rmSync(folder, { recursive: true })
})

const select = (rest: string) => ({ query: `SELECT ${rest}` })
const none = {
  'toolspan.result.status': 'found_none',
  'toolspan.result.reason': 'empty_array',
  'toolspan.result.count': 0,
} as const
/** What is an error stands in the text only: the server sets no flag. */
const spoken = { 'toolspan.result.status': 'failed', 'toolspan.result.reason': 'error_text' } as const

const calls = (): readonly Call[] => [
  ['no tables', 'list_tables', {}, { ...none, 'toolspan.tool.effect': 'unknown' }],
  [
    'a table that is made',
    'create_table',
    { query: 'CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT NOT NULL)' },
    { 'toolspan.result.status': 'completed', 'toolspan.tool.effect': 'write' },
  ],
  ['the tables', 'list_tables', {}, { 'toolspan.result.status': 'found' }],
  ['an empty table', 'read_query', select('* FROM t'), none],
  [
    'a row that is written',
    'write_query',
    { query: "INSERT INTO t (n) VALUES ('a')" },
    { 'toolspan.result.status': 'completed' },
  ],
  ['a row', 'read_query', select('* FROM t'), { 'toolspan.result.status': 'found' }],
  ['no row that matches', 'read_query', select('* FROM t WHERE id > 9'), none],
  [
    'a number that is 0',
    'read_query',
    select('count(*) AS c FROM t WHERE id > 9'),
    { 'toolspan.result.status': 'found' },
  ],
  ['a table that is not there', 'read_query', select('* FROM nope'), spoken],
  ['a write in the place of a read', 'read_query', { query: 'DELETE FROM t' }, spoken],
  ['a value that is there', 'write_query', { query: "INSERT INTO t (id, n) VALUES (1, 'b')" }, spoken],
  [
    'an update of no row',
    'write_query',
    { query: "UPDATE t SET n = 'c' WHERE id = 99" },
    { 'toolspan.result.status': 'completed' },
  ],
  ['the columns of a table', 'describe_table', { table_name: 't' }, { 'toolspan.result.status': 'found' }],
  ['the columns of no table', 'describe_table', { table_name: 'nope' }, none],
  [
    'no query',
    'read_query',
    {},
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
      'toolspan.error.retryable': false,
    },
  ],
]

describe('the SQLite server from PyPI', () => {
  expectCalls(() => session, calls, 15)
})
