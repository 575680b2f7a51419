// A coordinator asks a subagent, which calls a tool, whose handler uses an HTTP client: four owners in two processes,
// and each of them tries three times. The archive behind them is down. How many requests does it get?
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { instrumentMcpClient } from 'toolspan'
import { OWNERS, type OwnerKind } from './owners.ts'

let requests = 0
const archive = createServer((_request, response) => {
  requests++
  response.writeHead(503).end()
})
await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
const address = archive.address()
const url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''

console.log(`loops:     ${await requestsOf('loop')} requests`)
console.log(`recover(): ${await requestsOf('budget')} requests`)
archive.close()

async function requestsOf(kind: OwnerKind): Promise<number> {
  const ask = OWNERS[kind]
  const client = instrumentMcpClient(new Client({ name: 'agent', version: '1.0.0' }))
  const program = fileURLToPath(new URL('server.ts', import.meta.url))
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, kind, url] }))
  const before = requests
  await ask('coordinator', () => ask('subagent', () => search(client))).catch(() => {})
  await client.close()
  return requests - before
}

/** As most programs do, it makes an error of its own of a failed answer. Nothing of what the tool said is left. */
async function search(client: Client): Promise<unknown> {
  const answer = await client.callTool({ name: 'search_archive', arguments: { query: 'maps' } })
  if (answer.isError === true) throw Object.assign(new Error('no answer'), { code: 'ECONNRESET' })
  return answer.content
}
