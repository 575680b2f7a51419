// One owner of the retries of one operation: an MCP tool whose look-up may fail for a moment.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { found, foundNone, instrumentMcpServer, recover } from 'toolspan'
import { z } from 'zod'

/** Where the orders are kept. */
export interface OrderStore {
  readonly size: number
  search(args: { readonly region: string }, options: { readonly signal: AbortSignal }): Promise<unknown[]>
}

/** A server with one tool over `db`. */
export function createOrderServer(db: OrderStore): McpServer {
  const server = instrumentMcpServer(new McpServer({ name: 'orders', version: '1.0.0' }))
  const config = { inputSchema: { region: z.string() }, annotations: { readOnlyHint: true } }
  // snippet:recover
  server.registerTool('search_orders', config, (args) =>
    recover({ owner: 'orders-handler', maxAttempts: 3, deadlineMs: 10_000 }, async ({ signal }) => {
      const rows = await db.search(args, { signal })
      return rows.length > 0
        ? found(rows, { sources: ['orders'] })
        : foundNone({ searched: args, scanned: db.size, sources: ['orders'] })
    }),
  )
  // end
  return server
}
