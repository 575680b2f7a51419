import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { type Call, expectCalls } from './attributes.ts'
import { pythonServer } from './python-server.ts'
import { connectReal, type RealSession } from './real-session.ts'

let session: RealSession | undefined
let repository: string

beforeAll(async () => {
  repository = realpathSync(mkdtempSync(join(tmpdir(), 'toolspan-git-')))
  writeFileSync(join(repository, 'a.txt'), 'one\n')
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '--message=first')
  const wanted = { name: 'mcp-server-git', version: '2026.10.19' }
  const server = pythonServer(wanted, ['--repository', repository])
  session = server && (await connectReal(registerOtel(), server))
})
afterAll(async () => {
  await session?.close()
  unregisterOtel()
  rmSync(repository, { recursive: true })
})

function git(...args: readonly string[]): void {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...who, ...args], { cwd: repository, stdio: 'ignore' })
}

const inRepository = (more: object = {}) => ({ repo_path: repository, ...more })
const failed = { 'toolspan.result.status': 'failed', 'toolspan.result.reason': 'is_error' } as const
const headerOnly = {
  'toolspan.result.status': 'found_none',
  'toolspan.result.reason': 'header_only',
} as const

const calls = (): readonly Call[] => [
  [
    'a clean tree',
    'git_status',
    inRepository(),
    { 'toolspan.result.status': 'found', 'toolspan.tool.effect': 'read' },
  ],
  ['the history', 'git_log', inRepository(), { 'toolspan.result.status': 'found' }],
  ['a history without an entry', 'git_log', inRepository({ start_timestamp: '2099-01-01' }), headerOnly],
  ['no changes', 'git_diff_unstaged', inRepository(), headerOnly],
  ['no staged changes', 'git_diff_staged', inRepository(), headerOnly],
  ['a commit', 'git_show', inRepository({ revision: 'HEAD' }), { 'toolspan.result.status': 'found' }],
  ['a commit that is not there', 'git_show', inRepository({ revision: 'nope' }), failed],
  ['a branch that is not there', 'git_diff', inRepository({ target: 'nope' }), failed],
  [
    'the branches',
    'git_branch',
    inRepository({ branch_type: 'local' }),
    { 'toolspan.result.status': 'found' },
  ],
  [
    'no remote branches',
    'git_branch',
    inRepository({ branch_type: 'remote' }),
    { 'toolspan.result.status': 'found_none', 'toolspan.result.reason': 'empty_text' },
  ],
  [
    'a branch that is made',
    'git_create_branch',
    inRepository({ branch_name: 'b2' }),
    { 'toolspan.result.status': 'completed', 'toolspan.tool.effect': 'write' },
  ],
  [
    'nothing to commit',
    'git_commit',
    inRepository({ message: 'x' }),
    { ...failed, 'toolspan.tool.effect': 'write' },
  ],
  ['a file that is not there', 'git_add', inRepository({ files: ['no.txt'] }), failed],
  ['a reset', 'git_reset', inRepository(), { 'toolspan.result.status': 'completed' }],
  ['a repository outside', 'git_log', { repo_path: '/' }, failed],
  [
    'no repository',
    'git_log',
    {},
    { ...failed, 'toolspan.error.category': 'validation', 'toolspan.error.retryable': false },
  ],
]

describe('the git server from PyPI', () => {
  expectCalls(() => session, calls, 16)
})
