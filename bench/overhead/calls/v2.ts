import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type Boundary, echo, type Send, TOOL } from './boundary.ts'

/** A client and a server of version 2 of the SDK, linked in memory; gives back what calls the tool. */
export async function connectV2(boundary: Boundary): Promise<Send> {
  const server = boundary.server(new McpServer({ name: 'bench-server', version: '1.0.0' }))
  server.registerTool(
    TOOL,
    { inputSchema: z.object({ text: z.string() }), annotations: { readOnlyHint: true } },
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

/** Where version 2 puts `_meta` for a tool. */
export const metaV2 = (extra: unknown): unknown => {
  const request: unknown =
    typeof extra === 'object' && extra !== null ? Reflect.get(extra, 'mcpReq') : undefined
  return typeof request === 'object' && request !== null ? Reflect.get(request, '_meta') : undefined
}
