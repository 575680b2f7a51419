// The MCP server of the archive, in a process of its own: its handler asks again, and so does the HTTP client that the
// handler uses. `node server.ts KIND URL`
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { found, instrumentMcpServer } from 'toolspan'
import { z } from 'zod'
import { isOwnerKind, OWNERS } from './owners.ts'

const [kind, url = ''] = process.argv.slice(2)
const ask = OWNERS[isOwnerKind(kind) ? kind : 'loop']
const server = instrumentMcpServer(new McpServer({ name: 'archive', version: '1.0.0' }))

async function get(query: string): Promise<unknown[]> {
  const response = await fetch(`${url}/?q=${encodeURIComponent(query)}`)
  if (!response.ok) {
    throw Object.assign(new Error(`the archive answered ${response.status}`), { status: response.status })
  }
  const rows: unknown = await response.json()
  return Array.isArray(rows) ? rows : []
}

server.registerTool(
  'search_archive',
  { inputSchema: { query: z.string() }, annotations: { readOnlyHint: true } },
  async ({ query }) => {
    const rows = await ask('archive-handler', () => ask('http-client', () => get(query)))
    return found(rows, { sources: ['archive'] })
  },
)

await server.connect(new StdioServerTransport())
