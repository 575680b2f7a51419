import { Client as ClientV2, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server as ServerV1 } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { ProtocolError, Server as ServerV2 } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import type { McpClientOptions, McpServerOptions } from '../../src/instrument/mcp-options.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'

export interface LowLevelOptions {
  /** `false` leaves that end as the SDK made it. */
  readonly client?: McpClientOptions | false
  readonly server?: McpServerOptions | false
}

export interface LowLevelPair {
  /** @param timeoutMs how long to wait for an answer. Default: what the SDK waits. */
  callTool(name: string, timeoutMs?: number): Promise<unknown>
  listTools(): Promise<unknown>
  close(): Promise<void>
}

/** A client and a low-level server in one process, whose `tools/call` handler is `answer`. */
export interface LowLevelKit {
  readonly name: 'v1' | 'v2' | 'v2-modern'
  protocolError(code: number, message: string, data?: unknown): Error
  connect(answer: () => unknown, options?: LowLevelOptions): Promise<LowLevelPair>
}

const INFO = { name: 'low-level', version: '1.0.0' }
const CAPABILITIES = { capabilities: { tools: {} } }
const TOOLS = { tools: [{ name: 'x', inputSchema: { type: 'object' as const } }] }

const pairOf = (client: object, isV1: boolean, close: () => Promise<unknown>): LowLevelPair => ({
  callTool(name, timeoutMs) {
    const options = timeoutMs === undefined ? undefined : { timeout: timeoutMs }
    const args = isV1 ? [{ name }, undefined, options] : [{ name }, options]
    return Reflect.apply(Reflect.get(client, 'callTool'), client, args)
  },
  listTools: () => Reflect.apply(Reflect.get(client, 'listTools'), client, []),
  async close() {
    await Reflect.apply(Reflect.get(client, 'close'), client, [])
    await close()
  },
})

const v1: LowLevelKit = {
  name: 'v1',
  protocolError: (code, message, data) => new McpError(code, message, data),
  async connect(answer, options = {}) {
    const server = new ServerV1(INFO, CAPABILITIES)
    if (options.server !== false) instrumentMcpServer(server, options.server)
    // Nothing keeps a handler from returning what it likes.
    server.setRequestHandler(CallToolRequestSchema, async () => answer() as never)
    server.setRequestHandler(ListToolsRequestSchema, () => TOOLS)
    const client = new ClientV1(INFO)
    if (options.client !== false) instrumentMcpClient(client, options.client)
    const [near, far] = MemoryV1.createLinkedPair()
    await server.connect(far)
    await client.connect(near)
    return pairOf(client, true, () => server.close())
  },
}

function kitV2(name: LowLevelKit['name'], isModern: boolean): LowLevelKit {
  return {
    name,
    protocolError: (code, message, data) => new ProtocolError(code, message, data),
    async connect(answer, options = {}) {
      const create = (): ServerV2 => {
        const server = new ServerV2(INFO, CAPABILITIES)
        if (options.server !== false) instrumentMcpServer(server, options.server)
        server.setRequestHandler('tools/call', async () => answer() as never)
        server.setRequestHandler('tools/list', () => TOOLS)
        return server
      }
      const client = new ClientV2(
        INFO,
        isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
      )
      if (options.client !== false) instrumentMcpClient(client, options.client)
      const [near, far] = MemoryV2.createLinkedPair()
      if (isModern) {
        const served = serveStdio(create, { transport: far })
        await client.connect(near)
        return pairOf(client, false, () => served.close())
      }
      const server = create()
      await server.connect(far)
      await client.connect(near)
      return pairOf(client, false, () => server.close())
    },
  }
}

export const LOW_LEVEL_KITS: readonly LowLevelKit[] = [v1, kitV2('v2', false), kitV2('v2-modern', true)]
