import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedPages } from '../../scripts/generate/pages.ts'
import { stalePages } from '../../scripts/generate/stale.ts'

const ROOT = join(import.meta.dirname, '../..')

test('REQ-41 the generated files of docs are up to date', () => {
  const check = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(check.stderr).toBe('')
  expect(check.status).toBe(0)
})

test('a generated file that is missing is stale', () => {
  const empty = mkdtempSync(join(tmpdir(), 'toolspan-generate-'))
  try {
    expect(stalePages(empty)).toEqual(generatedPages())
  } finally {
    rmSync(empty, { recursive: true })
  }
})

test('a word that the generator does not know is refused, not ignored', () => {
  const run = () =>
    execFileSync(process.execPath, ['scripts/generate.ts', '--chekc'], { cwd: ROOT, stdio: 'pipe' })
  expect(run).toThrow('expected no argument or --check, got "--chekc"')
})
