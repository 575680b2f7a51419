// Adding Toolspan to an MCP server: tools may be registered before or after.
// snippet:server
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { instrumentMcpServer } from 'toolspan'

export const server = instrumentMcpServer(new McpServer({ name: 'my-server', version: '1.0.0' }))
// end

server.registerTool('list_returns', { annotations: { readOnlyHint: true } }, () => ({
  content: [{ type: 'text', text: '[]' }],
}))
