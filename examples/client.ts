// Adding Toolspan to an MCP client: every call becomes a span, and the trace goes on in the server.
// snippet:client
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { instrumentMcpClient } from 'toolspan'

export const client = instrumentMcpClient(new Client({ name: 'my-agent', version: '1.0.0' }))
// end
