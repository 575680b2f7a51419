import { execFile, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { RULES } from '../../src/tail/rules/index.ts'
import { retryStorm, retryStormPage } from '../../src/tail/rules/retry-storm.ts'
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

/** The same without holding up this process, which may have to answer. */
function toolspanLater(
  args: readonly string[],
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], { cwd: folder }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    )
  })
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
  [['check', '--format', 'xml', 'empty.json'], /Allowed choices are text, json, markdown, sarif/],
  [['check', '--rule', 'retry-strom', 'empty.json'], /Did you mean retry-storm\?/],
  [['check', '--rule', 'nonsense', 'empty.json'], /Known rules: empty-unknown-coverage, /],
  [['explain'], /missing required argument 'rule': .*`toolspan rules` lists them/],
  [['explain', 'retry-strom'], /Did you mean retry-storm\?/],
  [['explain', 'nonsense'], /Known rules: empty-unknown-coverage, /],
  [
    ['check', '--rule', 'retry-storm', '--write-baseline', 'b.json', 'empty.json'],
    /--write-baseline <file>' cannot be used with '--rule/,
  ],
  [['check', '--severity', 'error', 'empty.json'], /Allowed choices are info, warning, critical/],
  [['check', '--jaeger', 'http://localhost:1'], /needs '--service <name>'/],
  [['check', '--jaeger', 'localhost:16686', '--service', 'x'], /Expected an address such as http:/],
  [['check', '--service', 'x', 'empty.json'], /needs '--jaeger <url>'/],
  [['check', '--since', '1h', 'empty.json'], /needs '--jaeger <url>'/],
  [
    ['check', '--since', 'soon', '--jaeger', 'http://x', '--service', 'x'],
    /Expected a duration such as 30m, 1h or 7d/,
  ],
  [['explain', 'retry-strom'], /Did you mean retry-storm\?/],
  [['explain'], /missing required argument 'rule'/],
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

test('one rule is judged by alone, and a higher severity is printed alone', () => {
  const storm = toolspan(['check', '--rule', 'retry-storm', '--rule', 'budget-reset', 'both.jsonl'])
  expect(storm.stdout).toContain('retry-storm')
  expect(storm.stdout).not.toContain('empty-unknown-coverage')
  const severe = toolspan(['check', '--severity', 'critical', 'both.jsonl'])
  expect(severe.stdout).toMatch(/CRITICAL {2}retry-storm/)
  expect(severe.stdout).not.toContain('WARNING')
  expect(severe.stdout).toMatch(/; not shown: \d+ below --severity\n$/)
})

test('what is too mild to be printed makes the exit code 1 all the same', () => {
  const { status, stdout } = toolspan(['check', '--severity', 'critical', 'empty.json'])
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout:
      'no findings to show in 1 trace, 1 span; not shown: 1 below --severity, which count for exit code 1 (--fail-on)\n',
  })
})

test('REQ-40 the configuration switches rules off, changes severities and mutes', () => {
  const config = `
rules:
  budget-reset: off
  empty-unknown-coverage: info
mutes:
  - rule: retry-storm
    service: orders-agent
    reason: we know
    until: 2999-12-31
  - rule: stale-answer
    reason: long gone
    until: 2020-01-31
`
  writeFileSync(join(folder, 'toolspan.yaml'), config)
  const { status, stdout, stderr } = toolspan(['check', '--config', 'toolspan.yaml', 'both.jsonl'])
  expect(stdout).toMatch(/INFO {2}empty-unknown-coverage/)
  expect(stdout).toMatch(/\n1 finding \(1 info\) in 2 traces, 14 spans; not shown: 1 muted\n$/)
  expect(stderr).toBe(
    'toolspan.yaml: warning: mutes[1] (stale-answer) ended on 2020-01-31 and mutes nothing\n',
  )
  expect(status).toBe(0)
})

test('a wrong configuration is told with its line, and nothing is judged', () => {
  writeFileSync(join(folder, 'wrong.yaml'), 'thresholds:\n  loopStep: 3\n')
  expect(toolspan(['check', '--config', 'wrong.yaml', 'both.jsonl'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'wrong.yaml:2: thresholds.loopStep: unknown key; did you mean loopSteps?\n',
  })
})

test('a baseline is not overwritten by what could not be read whole', () => {
  toolspan(['check', '--write-baseline', 'kept.json', 'storm.json'])
  const broken = toolspan(['check', '--write-baseline', 'kept.json', 'storm.json', 'nope.json'])
  expect(broken.status).toBe(2)
  expect(broken.stderr).toContain('kept.json: not written, because something could not be read')
  const again = toolspan(['check', '--baseline', 'kept.json', 'storm.json'])
  expect(again.status).toBe(0)
})

test('REQ-40 with a baseline only what is new is reported', () => {
  const written = toolspan(['check', '--write-baseline', 'baseline.json', 'storm.json'])
  expect(written.status).toBe(0)
  expect(written.stdout).toMatch(/^no findings in 1 trace, 13 spans; not shown: \d+ in the baseline\n$/)
  const again = toolspan(['check', '--baseline', 'baseline.json', 'storm.json'])
  expect(again.status).toBe(0)
  const more = toolspan(['check', '--baseline', 'baseline.json', 'both.jsonl'])
  expect(more.status).toBe(1)
  expect(more.stdout).toContain('empty-unknown-coverage')
  expect(more.stdout).not.toContain('retry-storm')
  expect(toolspan(['check', '--baseline', 'none.json', 'both.jsonl'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'none.json: no such file\n',
  })
})

test('a report can be a page in Markdown, or a log in SARIF with the line of each finding', () => {
  const markdown = toolspan(['check', '--format', 'markdown', 'both.jsonl'])
  expect(markdown.status).toBe(1)
  expect(markdown.stdout).toMatch(/^# Toolspan: 3 findings|^# Toolspan: 2 findings/)
  const sarif = JSON.parse(toolspan(['check', '--format', 'sarif', 'both.jsonl']).stdout)
  const places = sarif.runs[0].results.map(
    (result: { ruleId: string; locations: { physicalLocation: object }[] }) => [
      result.ruleId,
      result.locations[0]?.physicalLocation,
    ],
  )
  expect(places).toContainEqual([
    'empty-unknown-coverage',
    { artifactLocation: { uri: 'both.jsonl' }, region: { startLine: 2 } },
  ])
})

test('compressed files, folders and patterns are read, and judged together', () => {
  mkdirSync(join(folder, 'day/one'), { recursive: true })
  writeFileSync(join(folder, 'day/one/storm.json.gz'), gzipSync(FILES['storm.json']))
  writeFileSync(join(folder, 'day/empty.json.zst'), zstdCompressSync(FILES['empty.json']))
  writeFileSync(join(folder, 'day/.hidden'), 'not a trace')
  expect(toolspan(['check', 'day'])).toEqual(both)
  expect(toolspan(['check', 'day/**/*.{gz,zst}'])).toEqual(both)
  expect(toolspan(['check', 'night/*.gz']).stderr).toBe('night/*.gz: matches no file\n')
})

test('rules are listed, and each is explained in the words of its page', () => {
  const { status, stdout } = toolspan(['rules'])
  expect(status).toBe(0)
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(1 + RULES.length)
  for (const { id } of RULES) expect(stdout).toContain(`\n${id} `)
  expect(lines.find((line) => line.startsWith('retry-storm '))).toMatch(/ {2}critical, warning {2}/)
  const explained = toolspan(['explain', 'retry-storm'])
  expect(explained.status).toBe(0)
  const { summary, meaning, example, quietWhen, fix } = retryStormPage
  for (const text of [retryStorm.id, summary, meaning, example, quietWhen, fix])
    expect(explained.stdout).toContain(text)
})

test('a Jaeger that has no trace of a service is asked which services it knows', async () => {
  const answers: Record<string, unknown> = {
    '/api/traces': { data: [], errors: null },
    '/api/services': { data: ['orders', 'agent'], errors: null },
  }
  const server = createServer((request, response) => {
    response.end(JSON.stringify(answers[request.url?.split('?')[0] ?? ''] ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const wrong = await toolspanLater(['check', '--jaeger', url, '--service', 'agnet'])
  const quiet = await toolspanLater(['check', '--jaeger', url, '--service', 'agent'])
  server.close()
  expect(wrong).toMatchObject({ status: 2 })
  expect(wrong.stderr).toMatch(
    /expected at least one: nothing was judged\. It knows no agnet, but agent, orders\n$/,
  )
  expect(quiet.stderr).toMatch(/nothing was judged\. It knows agent, but no trace of it in that time\n$/)
})

test('a running Jaeger is asked for the traces of a service', async () => {
  const page = readFileSync(join(import.meta.dirname, '../fixtures/jaeger/page.json'))
  const server = createServer((request, response) => {
    response.writeHead(request.url?.includes('service=agent') === true ? 200 : 400).end(page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asked = await toolspanLater(['check', '--jaeger', url, '--service', 'agent', '--since', '7d'])
  const refused = await toolspanLater(['check', '--jaeger', url, '--service', 'other'])
  server.close()
  expect(asked).toMatchObject({ status: 1, stderr: '' })
  expect(asked.stdout).toContain('CRITICAL')
  expect(refused.status).toBe(2)
  expect(refused.stderr).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+: http:.*service=other.* answered 400 Bad Request/,
  )
})
