import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import type { McpClientOptions, McpServerOptions } from '../../src/instrument/mcp-options.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'

export interface McpPair {
  readonly client: Client
  readonly server: McpServer
  close(): Promise<void>
}

export interface PairOptions {
  /** `false` leaves that end as the SDK made it. */
  readonly client?: McpClientOptions | false
  readonly server?: McpServerOptions | false
}

/** A real MCP client and server in one process, instrumented before tools are registered and connected. */
export async function connectPair(
  register: (server: McpServer) => void,
  options: PairOptions = {},
): Promise<McpPair> {
  const { client: clientOptions, server: serverOptions } = options
  const server = new McpServer({ name: 'test-server', version: '1.0.0' })
  if (serverOptions !== false) instrumentMcpServer(server, serverOptions)
  register(server)
  const client = new Client({ name: 'test-client', version: '1.0.0' })
  if (clientOptions !== false) instrumentMcpClient(client, clientOptions)
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair()
  await server.connect(serverTransport)
  await client.connect(clientTransport)
  return {
    client,
    server,
    async close() {
      await client.close()
      await server.close()
    },
  }
}

/** What a tool of {@link registerTools} does when it is called. */
export interface TestTools {
  /** Resolves when `wait` has started; its signal is the request's. */
  readonly waiting: Promise<AbortSignal>
  /** Lets `wait` go on. */
  release(): void
}

/** One tool for each way in which a call can end. */
export function registerTools(server: McpServer): TestTools {
  let start: (signal: AbortSignal) => void = () => {}
  let release: () => void = () => {}
  const started = new Promise<AbortSignal>((resolve) => {
    start = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })
  const read = { readOnlyHint: true }

  server.registerTool('echo', { inputSchema: { text: z.string() }, annotations: read }, (args) =>
    text(args.text),
  )
  server.registerTool('empty', { annotations: read }, () => ({ content: [] }))
  server.registerTool('fail', { annotations: read }, () => ({ ...text('archive is down'), isError: true }))
  server.registerTool('refused', { annotations: read }, () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  })
  server.registerTool(
    'refund',
    { inputSchema: { order: z.string() }, annotations: { destructiveHint: true } },
    () => text('refunded'),
  )
  server.registerTool('wait', { annotations: read }, async (extra) => {
    start(extra.signal)
    await released
    return text('done')
  })
  server.registerTool('progress', { annotations: read }, async (extra) => {
    const progressToken = extra._meta?.progressToken
    if (progressToken !== undefined) {
      for (const progress of [1, 2]) {
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress },
        })
      }
    }
    return text('done')
  })
  return { waiting: started, release: () => release() }
}
