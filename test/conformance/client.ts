// A client for the conformance suite: `client.ts v1|v2 bare|instrumented URL`. The suite names the scenario in the
// environment.

import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { registerOtel } from '../support/otel.ts'

const [, , sdk, end, url = ''] = process.argv

const otel = end === 'instrumented' ? registerOtel() : undefined
const INFO = { name: 'conformance', version: '1.0.0' }
const OPTIONS = { capabilities: { elicitation: { form: { applyDefaults: true } } } }
const accept = () => ({ action: 'accept' as const, content: {} })

async function connect(): Promise<ClientV1 | ClientV2> {
  if (sdk === 'v1') {
    const client = new ClientV1(INFO, OPTIONS)
    if (end === 'instrumented') instrumentMcpClient(client)
    client.setRequestHandler(ElicitRequestSchema, accept)
    await client.connect(new HttpV1(new URL(url)) as never)
    return client
  }
  const client = new ClientV2(INFO, OPTIONS)
  if (end === 'instrumented') instrumentMcpClient(client)
  client.setRequestHandler('elicitation/create', accept)
  await client.connect(new HttpV2(new URL(url)))
  return client
}

const client = await connect()
await client.listTools()
switch (process.env.MCP_CONFORMANCE_SCENARIO) {
  case 'tools_call':
    await client.callTool({ name: 'add_numbers', arguments: { a: 5, b: 3 } })
    break
  case 'elicitation-sep1034-client-defaults':
    await client.callTool({ name: 'test_client_elicitation_defaults', arguments: {} })
    break
  case 'sse-retry':
    await client.callTool({ name: 'test_reconnection', arguments: {} })
    break
  default:
}
await client.close()
console.log(`spans ${otel?.spans().length ?? 0}`)
