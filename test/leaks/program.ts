// Makes very many calls of every kind and prints, as one line of JSON each time, what is alive after each of them.
//   node --expose-gc program.ts CALLS ABORTED
import { setImmediate } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { instrumentMcpClient, instrumentMcpServer, recover, ToolspanProcessor } from 'toolspan'
import { z } from 'zod'
import { startTelemetry } from '../../bench/overhead/telemetry.ts'
import { leftOver } from './left-over.ts'

const [calls = 1_000_000, aborted = 100_000] = process.argv.slice(2).map(Number)

/** The processor keeps facts up to a limit; a low one is reached before anything is counted. */
const MAX_SPANS = 100
const WARM_UP_CALLS = 5000
/** The exporter's timer gets a turn this often. */
const CALLS_A_TURN = 250

const telemetry = startTelemetry({ tracing: 'sampled', metrics: true }, [
  new ToolspanProcessor({ maxSpans: MAX_SPANS, maxSpansPerRun: MAX_SPANS }),
])
/** A signal that lives as long as the program, as the one of a shutdown does. */
const lasting = new AbortController()
let hasStarted = (): void => {}
const client = await connect()

await repeat(WARM_UP_CALLS, call)
await repeat(WARM_UP_CALLS, abortedCall)
await repeat(WARM_UP_CALLS, recoveredCall)
for (const [name, times, make] of [
  ['calls', calls, call],
  ['aborted', aborted, abortedCall],
  ['recovered', aborted, recoveredCall],
] as const) {
  // The first half lets the compiler and the collector come to rest; the second must leave everything as it was.
  await repeat(times / 2, make)
  await report(name, 'half')
  await repeat(times / 2, make)
  await report(name, 'whole')
}
process.exit(0)

async function repeat(times: number, make: () => Promise<unknown>): Promise<void> {
  for (let made = 1; made <= times; made++) {
    await make()
    if (made % CALLS_A_TURN === 0) await setImmediate()
  }
}

function call(): Promise<unknown> {
  return client.callTool({ name: 'echo', arguments: { text: 'hello' } })
}

function recoveredCall(): Promise<unknown> {
  return recover({ owner: 'leaks', maxAttempts: 3, deadlineMs: 60_000, signal: lasting.signal }, call)
}

/** A call that its caller stops once the tool is running. */
async function abortedCall(): Promise<void> {
  const stop = new AbortController()
  const started = new Promise<void>((resolve) => {
    hasStarted = resolve
  })
  const answer = client.callTool({ name: 'wait' }, undefined, { signal: stop.signal })
  await started
  stop.abort(new Error('not wanted any more'))
  await answer.catch(() => {})
}

async function report(kind: string, share: 'half' | 'whole'): Promise<void> {
  const spans = await telemetry.exportedSpans()
  console.log(JSON.stringify({ kind, share, spans, ...(await leftOver(lasting.signal)) }))
}

async function connect(): Promise<Client> {
  const server = instrumentMcpServer(new McpServer({ name: 'leaks', version: '1.0.0' }))
  const read = { readOnlyHint: true }
  server.registerTool('echo', { inputSchema: { text: z.string() }, annotations: read }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('wait', { annotations: read }, ({ signal }) => {
    hasStarted()
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  })
  const connected = instrumentMcpClient(new Client({ name: 'leaks', version: '1.0.0' }))
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  await connected.connect(clientEnd)
  await connected.listTools()
  return connected
}
