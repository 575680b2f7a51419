// An MCP server of our own over streamable HTTP, in a process of its own: the archive. It recovers by itself where
// it can, and says so where it cannot.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { failed, found, instrumentMcpServer, recover } from 'toolspan'
import { z } from 'zod'
import { listen } from '../listen.ts'
import { startTelemetry } from '../telemetry.ts'
import { getRecords } from './dependency-client.ts'

const telemetry = startTelemetry('archive-server', process.env.DEMO_TRACES_URL ?? '')
const server = instrumentMcpServer(new McpServer({ name: 'archive', version: '1.0.0' }))

server.registerTool(
  'search_archive',
  {
    description: 'Searches the archive, one source for each year.',
    inputSchema: { customer: z.string(), years: z.array(z.int()) },
    annotations: { readOnlyHint: true },
  },
  ({ customer, years }) =>
    recover({ owner: 'archive-handler', maxAttempts: 3, deadlineMs: 10_000 }, ({ signal }) =>
      searchYears(customer, years, signal),
    ),
)

server.registerTool(
  'read_contract',
  {
    description: 'Reads the contract of a customer.',
    inputSchema: { customer: z.string() },
    annotations: { readOnlyHint: true },
  },
  async ({ customer }) => {
    try {
      return found(await getRecords(`/contracts/${customer}`), { sources: ['contracts'] })
    } catch {
      return failed({
        errorCategory: 'permission',
        isRetryable: false,
        message: `This agent may not read the contract of ${customer}. Ask the legal team for access.`,
        attemptedQuery: { customer },
      })
    }
  },
)

/** Asks one source for each year. What the first ones gave is kept when a later one fails. */
async function searchYears(customer: string, years: readonly number[], signal: AbortSignal) {
  const records: unknown[] = []
  for (const year of years) {
    try {
      records.push(...(await getRecords(`/archive/${year}`, signal)))
    } catch (error) {
      return failed({
        errorCategory: 'transient',
        message: error instanceof Error ? error.message : String(error),
        attemptedQuery: { customer, years },
        ...(records.length > 0 && { partialResults: records }),
        unresolvedSources: [`archive-${year}`],
      })
    }
  }
  return found(records, { sources: years.map((year) => `archive-${year}`) })
}

const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID })
await server.connect(transport)
const http = createServer((request, response) => {
  transport.handleRequest(request, response).catch((error: unknown) => {
    response.destroy(error instanceof Error ? error : undefined)
  })
})
console.log(`${await listen(http)}/mcp`)

process.stdin.resume().on('end', async () => {
  await telemetry.shutdown()
  process.exit()
})
