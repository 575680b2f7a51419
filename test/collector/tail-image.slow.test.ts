import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packPackage } from '../support/packed-package.ts'
import { textOf } from './read-config.ts'

const DOCKERFILE = textOf('collector/tail.Dockerfile')
/** What the image installs, and how it starts, as its last stage says it. */
const INSTALL = /^RUN npm (?<words>install(?:.*\\\n)*.*)$/m.exec(DOCKERFILE)?.groups?.words ?? ''
const ENTRYPOINT = /^ENTRYPOINT \["node", (?<words>.+)\]$/m.exec(DOCKERFILE)?.groups?.words ?? ''
/** On ports of its own choice. */
const PORTS = ['--http-port', '0', '--grpc-port', '0', '--metrics-port', '0']

let folder = ''
let tail: ChildProcess | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-image-'))
  renameSync(await packPackage(folder), join(folder, 'package.tgz'))
})
afterAll(() => {
  tail?.kill()
  rmSync(folder, { recursive: true })
})

test('what the image of the tail installs is a tail that starts and sends', async () => {
  const words = INSTALL.match(/[^\s\\]+/g) ?? []
  expect(words[0]).toBe('install')
  execFileSync('npm', [...words, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
    stdio: 'pipe',
  })
  const entry: readonly string[] = JSON.parse(`[${ENTRYPOINT}]`)
  const flags = ['--state', join(folder, 'state'), '--export', 'http://127.0.0.1:9', ...PORTS]
  tail = spawn(process.execPath, [...entry, ...flags], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  if (tail.stdout === null) throw new Error('the tail has no output')
  const [said] = await Promise.race([
    once(createInterface({ input: tail.stdout }), 'line'),
    once(tail, 'exit'),
  ])
  expect(String(said)).toMatch(/^ready http=/)
})
