// Makes very many calls of every kind and prints, as one line of JSON each time, what is alive after each of them.
//   node --expose-gc program.ts v1|v2|v2-modern CALLS ABORTED
import { setImmediate } from 'node:timers/promises'
import { startTelemetry } from '../../bench/overhead/telemetry.ts'
import { type Attempt, recover, ToolspanProcessor, traceTool } from '../../src/index.ts'
import { CONNECTIONS } from './connections.ts'
import { leftOver } from './left-over.ts'

const [sdk = 'v1', ...counts] = process.argv.slice(2)
const [calls = 1_000_000, aborted = 100_000] = counts.map(Number)

/** The processor keeps facts up to a limit; a low one is reached before anything is counted. */
const MAX_SPANS = 100
const WARM_UP_CALLS = 5000
/** The exporter's timer gets a turn this often. */
const CALLS_A_TURN = 250
const AT_ONCE = 50

const telemetry = startTelemetry({ tracing: 'sampled', metrics: true }, [
  new ToolspanProcessor({ maxSpans: MAX_SPANS, maxSpansPerRun: MAX_SPANS }),
])
/** A signal that lives as long as the program, as the one of a shutdown does. */
const lasting = new AbortController()
const terms = {
  owner: 'leaks',
  maxAttempts: 3,
  deadlineMs: 60_000,
  effect: 'read',
  random: () => 0,
  signal: lasting.signal,
} as const
let hasStarted = (): void => {}
const connect = CONNECTIONS[sdk]
if (connect === undefined)
  throw new Error(`expected one of ${Object.keys(CONNECTIONS).join(', ')}, got ${sdk}`)
const connection = await connect(() => hasStarted())

const double = traceTool('double', async (value: number) => value * 2, { effect: 'read' })

interface Kind {
  readonly times: number
  make(): Promise<unknown>
}

const ABOUT_MCP: Readonly<Record<string, Kind>> = {
  calls: { times: calls, make: connection.echo },
  /** Its caller stops it once the tool is running. */
  aborted: { times: aborted, make: () => stopped((signal) => connection.wait(signal)) },
  recovered: { times: aborted, make: () => recover(terms, connection.echo) },
  /** The caller of the recovery stops it while an attempt is under way. */
  'stopped recoveries': {
    times: aborted,
    make: () =>
      stopped((signal) => recover({ ...terms, signal }, (attempt) => connection.wait(attempt.signal))),
  },
}

/** Kinds in which the MCP SDK has no part. */
const ALONE: Readonly<Record<string, Kind>> = {
  traced: { times: calls, make: () => double(21) },
  /** Of each, one attempt fails at once and the next is answered. Many at a time, because the timer between takes 1 ms. */
  repeated: {
    times: aborted / AT_ONCE,
    make: () => Promise.all(Array.from({ length: AT_ONCE }, () => recover(terms, answerSecond))),
  },
}
const KINDS = sdk === 'v1' ? { ...ABOUT_MCP, ...ALONE } : ABOUT_MCP

for (const { times, make } of Object.values(KINDS)) await repeat(Math.min(WARM_UP_CALLS, times), make)
// What is loaded for the first report is no leak.
await report('warm-up', 'whole')
for (const [kind, { times, make }] of Object.entries(KINDS)) {
  // The first half lets the compiler and the collector come to rest; the second must leave everything as it was.
  await repeat(times / 2, make)
  await report(kind, 'half')
  await repeat(times / 2, make)
  await report(kind, 'whole')
}
process.exit(0)

async function repeat(times: number, make: () => Promise<unknown>): Promise<void> {
  for (let made = 1; made <= times; made++) {
    await make()
    if (made % CALLS_A_TURN === 0) await setImmediate()
  }
}

async function answerSecond({ number }: Attempt): Promise<unknown> {
  if (number === 1) throw Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  return number
}

/** Makes a call and takes it back as soon as it has reached its tool. */
async function stopped(make: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const stop = new AbortController()
  const started = new Promise<void>((resolve) => {
    hasStarted = resolve
  })
  const answer = make(stop.signal)
  await started
  stop.abort(new Error('not wanted any more'))
  await answer.catch(() => {})
}

async function report(kind: string, share: 'half' | 'whole'): Promise<void> {
  const spans = await telemetry.exportedSpans()
  console.log(JSON.stringify({ kind, share, spans, ...(await leftOver(lasting.signal)) }))
}
