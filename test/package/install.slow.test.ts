import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { packPackage } from '../support/packed-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const APP_PACKAGE = JSON.stringify({ name: 'app', private: true, type: 'module' })

let folder: string
let app: string

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: app, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-install-'))
  app = join(folder, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), APP_PACKAGE)
  const tarball = await packPackage(folder)
  const api = `@opentelemetry/api@${packageJson.devDependencies['@opentelemetry/api']}`
  run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball, api)
})

afterAll(() => rmSync(folder, { recursive: true }))

test('an application gets the library, its peer and the dependencies that it names, nothing else', () => {
  const installed = readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))
  expect(installed.sort()).toEqual(
    ['@opentelemetry', ...Object.keys(packageJson.dependencies), 'toolspan'].sort(),
  )
  expect(readdirSync(join(app, 'node_modules/@opentelemetry'))).toEqual(['api'])
})

test('every path of the exports map and of bin leads to a file of the package', () => {
  const targets = [...Object.values(packageJson.exports), packageJson.bin].flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  const missing = targets.filter((path) => !existsSync(join(app, 'node_modules/toolspan', path)))
  expect(missing).toEqual([])
  expect(targets.length).toBeGreaterThan(3)
})

test('the package brings its licence, its changelog and its generated docs', () => {
  const files = ['LICENSE', 'CHANGELOG.md', 'docs/attributes.md', 'docs/registry/toolspan.yaml']
  expect(files.filter((file) => !existsSync(join(app, 'node_modules/toolspan', file)))).toEqual([])
})

test('without an SDK the root entry imports and traceTool passes calls through', () => {
  const program = `
    import { traceTool } from 'toolspan'
    const lookUp = traceTool('look_up', async (id) => ({ id }))
    const failure = new Error('down')
    const fail = traceTool('fail', async () => { throw failure })
    console.log(JSON.stringify({
      result: await lookUp(7),
      isSameError: await fail().catch((error) => error === failure),
    }))`
  writeFileSync(join(app, 'app.js'), program)
  expect(JSON.parse(run(process.execPath, 'app.js'))).toEqual({ result: { id: 7 }, isSameError: true })
})

test('the types compile in an application that has neither an SDK nor MCP', () => {
  writeFileSync(
    join(app, 'app.ts'),
    `import { traceTool } from 'toolspan'
     const lookUp = traceTool('look_up', async (id: number) => ({ id }))
     export const id: Promise<{ id: number }> = lookUp(7)`,
  )
  const flags = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', '']
  expect(run(join(ROOT, 'node_modules/.bin/tsc'), ...flags, 'app.ts')).toBe('')
})

test('the installed command judges a file', () => {
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), startTimeUnixNano: '1768467600000000000' }
  const request = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
  writeFileSync(join(app, 'one.json'), JSON.stringify(request))
  const command = join(app, 'node_modules/.bin/toolspan')
  expect(run(process.execPath, command, '--version').trim()).toBe(packageJson.version)
  expect(run(process.execPath, command, 'check', 'one.json')).toBe('no findings in 1 trace, 1 span\n')
})
