import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOtlpEndpoint } from '../support/otlp-endpoint.ts'
import { startTailProcess } from '../support/tail-process.ts'
import { bodyOf } from '../support/tail-service.ts'
import { loadTraceCases, spansOfCase } from '../support/trace-cases.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-tail-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'tail', ...args], (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    )
  })
}

test('--check-config tells everything that is wrong, each with its line or its name', async () => {
  const path = join(folder, 'toolspan.yaml')
  writeFileSync(path, 'thresholds:\n  loopStep: 5\ntail:\n  httpPort: many\n')
  const { code, err } = await run('--config', path, '--check-config', '--quiet-ms', 'soon')
  expect(code).toBe(2)
  expect(err).toContain(`${path}:2: thresholds.loopStep: unknown key; did you mean loopSteps?`)
  expect(err).toContain(`${path}:4: tail.httpPort: expected a whole number from 0 to 65535, got "many"`)
  expect(err).toContain('--quiet-ms: expected a whole number')
  writeFileSync(path, 'thresholds:\n  loopSteps: 5\ntail:\n  httpPort: 0\n')
  expect(await run('--config', path, '--check-config')).toMatchObject({ code: 0 })
})

test('judges by the configuration, and sends what is left when it is told to end', async () => {
  const endpoint = await startOtlpEndpoint()
  const path = join(folder, 'toolspan.yaml')
  writeFileSync(path, 'rules:\n  retry-storm: off\ntail:\n  httpPort: 0\n  grpcPort: 0\n  metricsPort: 0\n')
  const tail = await startTailProcess({ config: path, state: 'memory', export: endpoint.url })
  const storm = loadTraceCases().find(({ expect: found }) => found.some(({ rule }) => rule === 'retry-storm'))
  const answer = await fetch(`http://127.0.0.1:${tail.httpPort}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-protobuf' },
    body: new Uint8Array(bodyOf(storm === undefined ? [] : spansOfCase(storm), 'protobuf')),
  })
  expect(answer.status).toBe(200)
  expect(await tail.end()).toBe(0)
  const sent = endpoint.received
    .filter(({ path: to }) => to === '/v1/traces')
    .map(({ body }) => Buffer.from(body).toString('latin1'))
  expect(sent.join()).toContain('budget-reset')
  expect(sent.join()).not.toContain('finding retry-storm')
  await endpoint.close()
})

test('ends at once when it is told so a second time', async () => {
  const tail = await startTailProcess({
    'http-port': '0',
    'grpc-port': '0',
    'metrics-port': '0',
    state: 'memory',
    export: 'http://127.0.0.1:1',
    'shutdown-ms': '600000',
  })
  const ended = tail.end()
  await expect.poll(() => tail.errors.join(''), { timeout: 15_000 }).toContain('ending')
  expect(await tail.end()).toBe(1)
  expect(await ended).toBe(1)
})

test('says why it cannot start', async () => {
  const { code, err } = await run(
    '--http-port',
    '0',
    '--state',
    'memory',
    '--tls-key-file',
    join(folder, 'none'),
  )
  expect(code).toBe(2)
  expect(err).toContain('ENOENT')
})
