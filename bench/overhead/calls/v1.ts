import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { type Boundary, echo, type Send, TOOL } from './boundary.ts'

/** A client and a server of version 1 of the SDK, linked in memory; gives back what calls the tool. */
export async function connectV1(boundary: Boundary): Promise<Send> {
  const server = boundary.server(new McpServer({ name: 'bench-server', version: '1.0.0' }))
  server.registerTool(
    TOOL,
    { inputSchema: { text: z.string() }, annotations: { readOnlyHint: true } },
    boundary.handle(TOOL, echo),
  )
  const client = boundary.client(new Client({ name: 'bench-client', version: '1.0.0' }))
  const [clientEnd, serverEnd] = InMemoryTransport.createLinkedPair()
  await server.connect(serverEnd)
  await client.connect(clientEnd)
  // As agents do: what the client knows of its tools comes from here.
  await client.listTools()
  return boundary.send((params) => client.callTool(params))
}

/** Where version 1 puts `_meta` for a tool. */
export const metaV1 = (extra: unknown): unknown =>
  typeof extra === 'object' && extra !== null ? Reflect.get(extra, '_meta') : undefined
