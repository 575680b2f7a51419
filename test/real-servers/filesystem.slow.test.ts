import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { type Call, expectCalls } from './attributes.ts'
import { connectReal, npmServer, type RealSession } from './real-session.ts'

let session: RealSession
let folder: string

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolspan-files-')))
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'a.txt'), 'hello\n')
  writeFileSync(join(folder, 'blank.txt'), '')
  session = await connectReal(registerOtel(), npmServer('server-filesystem', [folder]))
})
afterAll(async () => {
  await session.close()
  unregisterOtel()
  rmSync(folder, { recursive: true })
})

const path = (name: string): string => join(folder, name)
const calls = (): readonly Call[] => [
  [
    'a file',
    'read_text_file',
    { path: path('a.txt') },
    { 'toolspan.result.status': 'found', 'toolspan.tool.effect': 'read' },
  ],
  [
    'an empty file',
    'read_text_file',
    { path: path('blank.txt') },
    { 'toolspan.result.status': 'found_none', 'toolspan.result.reason': 'empty_text' },
  ],
  [
    'a file that is not there',
    'read_text_file',
    { path: path('no.txt') },
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
      'toolspan.error.retryable': false,
    },
  ],
  [
    'a path outside',
    'read_text_file',
    { path: '/etc/hostname' },
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'permission',
      'toolspan.error.retryable': false,
    },
  ],
  [
    'no path',
    'read_text_file',
    {},
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
    },
  ],
  ['a folder', 'list_directory', { path: folder }, { 'toolspan.result.status': 'found' }],
  ['an empty folder', 'list_directory', { path: path('empty') }, { 'toolspan.result.status': 'found_none' }],
  [
    'an empty folder with sizes',
    'list_directory_with_sizes',
    { path: path('empty') },
    { 'toolspan.result.status': 'found_none', 'toolspan.result.reason': 'prose_none' },
  ],
  [
    'the tree of an empty folder',
    'directory_tree',
    { path: path('empty') },
    {
      'toolspan.result.status': 'found_none',
      'toolspan.result.reason': 'empty_array',
      'toolspan.result.count': 0,
    },
  ],
  [
    'a tree',
    'directory_tree',
    { path: folder },
    { 'toolspan.result.status': 'found', 'toolspan.result.count': 3 },
  ],
  [
    'a search without a match',
    'search_files',
    { path: folder, pattern: '*.nope' },
    { 'toolspan.result.status': 'found_none', 'toolspan.result.reason': 'prose_none' },
  ],
  [
    'a search with matches',
    'search_files',
    { path: folder, pattern: '*.txt' },
    { 'toolspan.result.status': 'found' },
  ],
  [
    'two files, of which one is not there',
    'read_multiple_files',
    { paths: [path('a.txt'), path('no.txt')] },
    { 'toolspan.result.status': 'found', 'toolspan.coverage.status': 'partial' },
  ],
  [
    'two files, neither of which is there',
    'read_multiple_files',
    { paths: [path('no.txt'), path('none.txt')] },
    { 'toolspan.result.status': 'failed', 'toolspan.result.reason': 'error_text' },
  ],
  ['the facts of a file', 'get_file_info', { path: path('a.txt') }, { 'toolspan.result.status': 'found' }],
  [
    'a file that is written',
    'write_file',
    { path: path('w.txt'), content: 'x' },
    { 'toolspan.result.status': 'completed', 'toolspan.tool.effect': 'write' },
  ],
  [
    'an edit that fits nowhere',
    'edit_file',
    { path: path('w.txt'), edits: [{ oldText: 'zz', newText: 'y' }] },
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': undefined,
    },
  ],
  [
    'a move of what is not there',
    'move_file',
    { source: path('no.txt'), destination: path('no2.txt') },
    {
      'toolspan.result.status': 'failed',
      'toolspan.result.reason': 'is_error',
      'toolspan.error.category': 'validation',
      'toolspan.error.retryable': false,
    },
  ],
]

describe('the file system server from npm', () => {
  expectCalls(() => session, calls, 18)
})
