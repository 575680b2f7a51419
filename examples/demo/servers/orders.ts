// An MCP server of our own over stdio, in a process of its own: orders, stock, shipments, refunds.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { foundNone, instrumentMcpServer } from 'toolspan'
import { z } from 'zod'
import { startTelemetry } from '../telemetry.ts'
import { getRecords } from './dependency-client.ts'
import { registerRefunds } from './refunds.ts'
import { registerStock } from './stock.ts'

const telemetry = startTelemetry('orders-server', process.env.DEMO_TRACES_URL ?? '')
const server = instrumentMcpServer(new McpServer({ name: 'orders', version: '1.0.0' }))

const READ = { readOnlyHint: true }
const MINUTE_MS = 60_000

// A genuine zero: it says what was searched, and how much of it.
server.registerTool(
  'search_orders',
  {
    description: 'Searches all orders.',
    inputSchema: { status: z.string(), region: z.string() },
    annotations: READ,
  },
  (searched) => foundNone({ searched, scanned: 1204, sources: ['orders'] }),
)

// The same question answered as most tools do: is there nothing, or did nobody look?
server.registerTool(
  'list_returns',
  { description: 'Lists open returns.', inputSchema: { region: z.string() }, annotations: READ },
  async () => ({ content: [{ type: 'text', text: JSON.stringify(await getRecords('/returns')) }] }),
)

// Zero rows from a replica that lags: complete, but old.
server.registerTool(
  'find_shipments',
  { description: 'Finds shipments under way.', inputSchema: { order: z.string() }, annotations: READ },
  (searched) =>
    foundNone({
      searched,
      scanned: 310,
      sources: ['shipments-replica'],
      freshness: {
        observedAt: new Date(Date.now() - 130 * MINUTE_MS),
        maxAgeMs: 15 * MINUTE_MS,
      },
    }),
)

registerStock(server)
registerRefunds(server)

// Whoever started this process may be gone before its answer is written.
process.stdout.on('error', () => process.exit())
await server.connect(new StdioServerTransport())
process.stdin.on('end', async () => {
  await telemetry.shutdown()
  process.exit()
})
