// A server of SDK version 2 behind its HTTP handler, which makes one for each request: instrument it where it is made.
// snippet:handler
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { instrumentMcpServer } from 'toolspan'
import { z } from 'zod'

export const handler = createMcpHandler(() => {
  const server = instrumentMcpServer(new McpServer({ name: 'returns', version: '1.0.0' }))
  server.registerTool(
    'list_returns',
    { inputSchema: z.object({ region: z.string() }), annotations: { readOnlyHint: true } },
    async ({ region }) => ({ content: [{ type: 'text', text: `no returns from ${region}` }] }),
  )
  return server
})
// end
