import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { type Call, expectCalls } from './attributes.ts'
import { connectReal, npmServer, type RealSession } from './real-session.ts'

let session: RealSession
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-memory-'))
  const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }
  session = await connectReal(registerOtel(), npmServer('server-memory', [], env))
})
afterAll(async () => {
  await session.close()
  unregisterOtel()
  rmSync(folder, { recursive: true })
})

const entities = [{ name: 'Ada', entityType: 'person', observations: ['counts'] }]
const nothing = {
  'toolspan.result.status': 'found_none',
  'toolspan.result.reason': 'empty_array',
  'toolspan.result.count': 0,
} as const

const calls = (): readonly Call[] => [
  // The file is not there yet, and the server does not say so: what it covered is unknown.
  ['a graph whose file is missing', 'read_graph', {}, { ...nothing, 'toolspan.tool.effect': 'read' }],
  ['a search in nothing', 'search_nodes', { query: 'Ada' }, nothing],
  [
    'an entity that is new',
    'create_entities',
    { entities },
    {
      'toolspan.result.status': 'completed',
      'toolspan.tool.effect': 'write',
      'toolspan.result.count': undefined,
    },
  ],
  [
    'an entity that was there: an action without a result set',
    'create_entities',
    { entities },
    { 'toolspan.result.status': 'completed', 'toolspan.result.reason': 'void_write' },
  ],
  [
    'a search with a match',
    'search_nodes',
    { query: 'Ada' },
    { 'toolspan.result.status': 'found', 'toolspan.result.count': 1 },
  ],
  ['a search without one', 'search_nodes', { query: 'Grace' }, nothing],
  [
    'a node by its name',
    'open_nodes',
    { names: ['Ada'] },
    { 'toolspan.result.status': 'found', 'toolspan.result.count': 1 },
  ],
  ['the graph', 'read_graph', {}, { 'toolspan.result.status': 'found', 'toolspan.result.count': 1 }],
  [
    'an observation of nobody',
    'add_observations',
    { observations: [{ entityName: 'Grace', contents: ['x'] }] },
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': undefined,
    },
  ],
  ['a deletion', 'delete_entities', { entityNames: ['Ada'] }, { 'toolspan.result.status': 'completed' }],
  [
    'no query',
    'search_nodes',
    {},
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
      'toolspan.error.retryable': false,
    },
  ],
]

describe('the memory server from npm', () => {
  expectCalls(() => session, calls, 11)
})
