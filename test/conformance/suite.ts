import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const SUITE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance/dist/index.js')
const SERVER = join(import.meta.dirname, 'server.ts')
const CLIENT = join(import.meta.dirname, 'client.ts')

/** Up to fourteen clients start at once. */
const LOGIN_TIMEOUT_MS = '120000'

export type Sdk = 'v1' | 'v2'
export type End = 'bare' | 'instrumented'

/** What the suite says of one scenario: each of its checks with its verdict. Times and recorded bodies are left out. */
export type Verdicts = Readonly<Record<string, readonly string[]>>

export interface SuiteRun {
  readonly verdicts: Verdicts
  /** How many spans came of it. */
  readonly spans: number
}

/** Client scenarios without a login. */
export const CLIENT_SCENARIOS = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
] as const

/** Parts of the suite in which a client has to log in, and how many scenarios each has. */
export const LOGIN_PARTS = { auth: 14, backcompat: 2, draft: 3, extensions: 3 } as const

/** Runs all server scenarios against a server of this SDK. */
export async function checkServer(sdk: Sdk, end: End): Promise<SuiteRun> {
  const server = spawn(process.execPath, [SERVER, sdk, end], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]()
  const url = String((await lines.next()).value)
  const verdicts = await inFolder((folder) => run(['server', '--url', url, '--suite', 'all', '-o', folder]))
  server.stdin.end()
  return { verdicts, spans: spansIn(String((await lines.next()).value)) }
}

/** Runs one client scenario with a client of this SDK. */
export async function checkClient(sdk: Sdk, end: End, scenario: string): Promise<SuiteRun> {
  let spans = 0
  const verdicts = await inFolder(async (folder) => {
    const command = [process.execPath, CLIENT, sdk, end].join(' ')
    await run(['client', '--command', command, '--scenario', scenario, '-o', folder])
    const [result = ''] = readdirSync(folder)
    spans = spansIn(readFileSync(join(folder, result, 'stdout.txt'), 'utf8'))
  })
  return { verdicts, spans }
}

/** Runs the scenarios of one part of the suite, which all ask for a login, side by side. */
export async function checkLogins(sdk: Sdk, end: End, part: string): Promise<SuiteRun> {
  let spans = 0
  const verdicts = await inFolder(async (folder) => {
    const command = [process.execPath, CLIENT, sdk, end].join(' ')
    await run(['client', '--command', command, '--suite', part, '--timeout', LOGIN_TIMEOUT_MS, '-o', folder])
    for (const result of resultsIn(folder)) {
      spans += spansIn(readFileSync(join(folder, result, 'stdout.txt'), 'utf8'))
    }
  })
  return { verdicts, spans }
}

const spansIn = (text: string): number => Number(/spans (\d+)/.exec(text)?.[1])

async function inFolder(work: (folder: string) => Promise<void>): Promise<Verdicts> {
  const folder = mkdtempSync(join(tmpdir(), 'toolspan-conformance-'))
  try {
    await work(folder)
    return Object.fromEntries(
      resultsIn(folder)
        .map((result): [string, string[]] => [scenarioOf(result), readChecks(join(folder, result))])
        .sort(([a], [b]) => a.localeCompare(b)),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The folders of all results; those of a group of scenarios lie in a folder of the group. */
function resultsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'checks.json')
    .map((name) => dirname(name))
}

/** The suite names a folder after the scenario and the time. */
const scenarioOf = (folder: string): string => folder.replace(/-\d{4}-\d\d-\d\dT.*$/, '')

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

function readChecks(folder: string): string[] {
  const checks: readonly Check[] = JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8'))
  return checks.map(({ id, status, errorMessage }) =>
    [id, status, ...(errorMessage === undefined ? [] : [errorMessage])].join(' '),
  )
}

/** Runs the suite to its end. It fails where a scenario does; that is read from the checks. */
async function run(args: readonly string[]): Promise<void> {
  const suite: ChildProcess = spawn(process.execPath, [SUITE, ...args], { stdio: 'ignore' })
  await new Promise((resolve, reject) => {
    suite.on('error', reject)
    suite.on('close', resolve)
  })
}
