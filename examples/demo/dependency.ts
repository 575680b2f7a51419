// The dependency behind the MCP servers: a small HTTP API in a process of its own that fails on cue and counts
// every request that reaches it. It prints its address when it listens and ends when its standard input does.
import { createServer, type ServerResponse } from 'node:http'
import { listen } from './listen.ts'

/** What a path answers, request by request; the last entry holds for all that follow. `hang`: never. */
type Cue = number | 'hang'

const CUES: Readonly<Record<string, readonly [Cue, ...Cue[]]>> = {
  'GET /archive/2024': [503, 503, 200],
  'GET /archive/2023': [200],
  'GET /archive/2022': [503],
  'GET /contracts/acme': [403],
  'GET /returns': [200],
  'GET /stock/A-7': [503],
  'POST /refunds': ['hang'],
  'GET /refunds/order-88': [200],
}

const BODIES: Readonly<Record<string, unknown>> = {
  'GET /archive/2024': [{ order: 'order-12', year: 2024 }],
  'GET /archive/2023': [
    { order: 'order-7', year: 2023 },
    { order: 'order-9', year: 2023 },
  ],
  'GET /returns': [],
  'GET /refunds/order-88': [{ order: 'order-88', state: 'booked' }],
}

const counts = new Map<string, number>()

const server = createServer((request, response) => {
  const target = `${request.method} ${request.url}`
  if (target === 'GET /counts') return answer(response, 200, Object.fromEntries(counts))
  const seen = counts.get(target) ?? 0
  counts.set(target, seen + 1)
  const cues = CUES[target] ?? [404]
  const cue = cues[Math.min(seen, cues.length - 1)] ?? 404
  // A request that hangs was read and booked all the same: only its sender does not know.
  if (cue !== 'hang')
    answer(response, cue, cue === 200 ? BODIES[target] : { error: `answered ${cue} on cue` })
})

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

console.log(await listen(server))
process.stdin.resume().on('end', () => process.exit())
