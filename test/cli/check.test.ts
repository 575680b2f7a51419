import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { EMPTY_LOOK_UP, PROVEN_NONE, STORM } from './recorded-runs.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')
const lines = (...documents: readonly unknown[]) => documents.map((one) => JSON.stringify(one)).join('\n')

const FILES = {
  'empty.json': JSON.stringify(EMPTY_LOOK_UP, null, 2),
  'proven.json': JSON.stringify(PROVEN_NONE),
  'storm.json': JSON.stringify(STORM),
  'both.jsonl': lines(STORM, EMPTY_LOOK_UP),
  'cut.jsonl': `${JSON.stringify(EMPTY_LOOK_UP)}\n${JSON.stringify(STORM).slice(0, 700)}\n${JSON.stringify(STORM)}\n`,
  'bad-id.json': JSON.stringify(EMPTY_LOOK_UP).replace(/"traceId":"[^"]*"/, '"traceId":"xyz"'),
  'prose.txt': 'Dear judge,\nplease look at my traces.\n',
  'nothing.json': '',
  'no-span.json': '{"resourceSpans":[]}',
}

let folder: string
/** What the command prints for both runs; asked for once, since each start of the command takes its time. */
let both: ReturnType<typeof toolspan>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolspan-check-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  both = toolspan(['check', 'both.jsonl'])
})

afterAll(() => rmSync(folder, { recursive: true }))

function toolspan(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
  })
  return { status, stdout, stderr }
}

test('REQ-25 a run with a storm and a silent empty is told as text', async () => {
  const { status, stdout, stderr } = both
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  await expect(stdout).toMatchFileSnapshot('check.txt.golden')
})

test('REQ-25 the same run is told as one JSON object', async () => {
  const { status, stdout, stderr } = toolspan(['check', '--format', 'json', 'both.jsonl'])
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
  await expect(stdout).toMatchFileSnapshot('check.json.golden')
})

test('several files are judged together, in any order', () => {
  const one = toolspan(['check', 'storm.json', 'empty.json'])
  const other = toolspan(['check', 'empty.json', 'storm.json'])
  expect(one).toEqual(other)
  expect(one.stdout).toBe(both.stdout)
})

test('"-" reads standard input', () => {
  const { status, stdout } = toolspan(['check', '-'], FILES['both.jsonl'])
  expect(stdout).toBe(both.stdout)
  expect(status).toBe(1)
})

test.each([
  ['proven.json', [], 0],
  ['empty.json', [], 1],
  ['empty.json', ['--fail-on', 'info'], 1],
  ['empty.json', ['--fail-on', 'critical'], 0],
  ['storm.json', ['--fail-on', 'critical'], 1],
  ['storm.json', ['--fail-on', 'never'], 0],
])('check %s with %j ends with exit code %d', (file, options, code) => {
  expect(toolspan(['check', ...options, file]).status).toBe(code)
})

test('a run without findings says how much was looked at', () => {
  expect(toolspan(['check', 'proven.json'])).toEqual({
    status: 0,
    stdout: 'no findings in 1 trace, 1 span\n',
    stderr: '',
  })
})

test('a line that is cut off is told and does not hide the others', () => {
  const { status, stdout, stderr } = toolspan(['check', 'cut.jsonl'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^cut\.jsonl:2: not JSON: .+\n$/)
  expect(stdout).toBe(both.stdout)
})

test('a bad id is told with file, line, path and what came', () => {
  const { status, stderr } = toolspan(['check', 'bad-id.json'])
  expect(status).toBe(2)
  expect(stderr).toBe(
    'bad-id.json:1: resourceSpans[0].scopeSpans[0].spans[0].traceId: expected 32 hex digits, got "xyz"\n',
  )
})

test.each([
  ['missing.json', 'missing.json: no such file\n'],
  ['nothing.json', 'nothing.json: is empty, expected OTLP (JSON or protobuf) or Jaeger JSON\n'],
])('%s cannot be read: exit code 2', (file, message) => {
  const { status, stderr, stdout } = toolspan(['check', file, 'empty.json'])
  expect({ status, stderr }).toEqual({ status: 2, stderr: message })
  expect(stdout).toContain('1 finding (1 warning)')
})

test('a file of another kind is told as such', () => {
  const { status, stderr } = toolspan(['check', 'prose.txt'])
  expect(status).toBe(2)
  expect(stderr).toMatch(/^prose\.txt:\d: not JSON: .+\n$/)
})

test.each([
  [['check'], /missing required argument 'file'/],
  [['check', '--format', 'xml', 'empty.json'], /Allowed choices are text, json/],
  [['check', '--fail-on', 'error', 'empty.json'], /Allowed choices are info, warning, critical, never/],
  [['check', '--colour', 'empty.json'], /unknown option '--colour'/],
  [['chekc', 'empty.json'], /unknown command 'chekc'/],
])('%j is no command line: exit code 2', (args, message) => {
  const { status, stdout, stderr } = toolspan(args)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(message)
})

test('help and version are no failures', () => {
  expect(toolspan(['--version'])).toEqual({ status: 0, stdout: `${packageJson.version}\n`, stderr: '' })
  const help = toolspan(['check', '--help'])
  expect(help.status).toBe(0)
  expect(help.stdout).toContain('Exit codes:')
})

test('a run without a span is not passed as one without findings', () => {
  const { status, stderr } = toolspan(['check', 'no-span.json'])
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'no-span.json: no span in it, expected at least one: nothing was judged\n',
  })
})

test.runIf(existsSync('/dev/full'))('output that cannot be written is one line and exit code 2', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'check', 'storm.json'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  expect(status).toBe(2)
  expect(stderr).toMatch(/^standard output cannot be written: .+\n$/)
})
