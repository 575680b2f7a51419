// A server that anybody may call.
import { McpServer } from '@modelcontextprotocol/server'
import { instrumentMcpServer } from 'toolspan'

// snippet:strangers
export const server = instrumentMcpServer(new McpServer({ name: 'open', version: '1.0.0' }), {
  trustInbound: false,
})
// end
