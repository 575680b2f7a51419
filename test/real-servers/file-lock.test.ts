import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFileLock } from './file-lock.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-lock-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a lock is let go of, whatever comes of the work', () => {
  const file = join(folder, 'a')
  expect(withFileLock(file, () => existsSync(file))).toBe(true)
  expect(existsSync(file)).toBe(false)
  expect(() =>
    withFileLock(file, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(withFileLock(file, () => 1)).toBe(1)
})

test('the lock of a process that is gone counts for nothing', () => {
  const file = join(folder, 'b')
  writeFileSync(file, String(spawnSync(process.execPath, ['--version']).pid))
  expect(withFileLock(file, () => 1)).toBe(1)
})

test('several processes work one after the other', async () => {
  const file = join(folder, 'c')
  const log = join(folder, 'log')
  const program = `
    import { appendFileSync } from 'node:fs'
    import { withFileLock } from ${JSON.stringify(new URL('file-lock.ts', import.meta.url).href)}
    withFileLock(${JSON.stringify(file)}, () => {
      appendFileSync(${JSON.stringify(log)}, 'in ')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      appendFileSync(${JSON.stringify(log)}, 'out ')
    })`
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' }),
  )
  expect(await Promise.all(children.map((child) => once(child, 'exit')))).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ])
  expect(readFileSync(log, 'utf8')).toBe('in out in out in out ')
})
