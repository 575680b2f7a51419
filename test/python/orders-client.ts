import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as TransportV1 } from '@modelcontextprotocol/sdk/shared/transport.js'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { isKeyed } from '../../src/self/keyed.ts'
import { type OrdersOptions, ordersEnv, SERVER_FILE, serveOrders } from './orders-server.ts'

export type Sdk = 'v1' | 'v2' | 'v2-modern'
export type Way = 'stdio' | 'http'

export const COMBINATIONS: readonly (readonly [Sdk, Way])[] = (['v1', 'v2', 'v2-modern'] as const).flatMap(
  (sdk) => (['stdio', 'http'] as const).map((way) => [sdk, way] as const),
)

/** An instrumented client of the orders server in Python. */
export interface Orders {
  /** @param timeoutMs how long the SDK waits before it takes the request back; default a minute */
  call(
    tool: string,
    args: Readonly<Record<string, string>>,
    timeoutMs?: number,
  ): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

const INFO = { name: 'orders-agent', version: '1.0.0' }
const MODERN = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const

/** Connects, and lists the tools, as every host does. */
export async function connectOrders(
  python: string,
  sdk: Sdk,
  way: Way,
  options: OrdersOptions,
): Promise<Orders> {
  const served = way === 'http' ? await serveOrders(python, options) : undefined
  const command = { command: python, args: [SERVER_FILE], env: ordersEnv(options), stderr: 'ignore' } as const
  const { client, callTool } =
    sdk === 'v1' ? await v1(served?.url, command) : await v2(sdk, served?.url, command)
  await client.listTools()
  return {
    async call(tool, args, timeoutMs) {
      const result = await callTool(
        { name: tool, arguments: { ...args } },
        { timeout: timeoutMs ?? MINUTE_MS },
      )
      if (!isKeyed(result)) throw new Error(`${tool} answered ${typeof result}`)
      return result
    },
    async close() {
      await client.close()
      await served?.stop()
    },
  }
}

const MINUTE_MS = 60_000

interface Connected {
  readonly client: { listTools(): Promise<unknown>; close(): Promise<void> }
  callTool(
    params: { name: string; arguments: Record<string, string> },
    options: { timeout: number },
  ): Promise<unknown>
}

interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Record<string, string>
  readonly stderr: 'ignore'
}

async function v1(url: URL | undefined, command: Command): Promise<Connected> {
  const client = instrumentMcpClient(new ClientV1(INFO))
  const transport = url === undefined ? new StdioV1({ ...command, args: [...command.args] }) : new HttpV1(url)
  await client.connect(transport as TransportV1)
  return { client, callTool: (params, options) => client.callTool(params, undefined, options) }
}

async function v2(sdk: Sdk, url: URL | undefined, command: Command): Promise<Connected> {
  const client = instrumentMcpClient(new ClientV2(INFO, sdk === 'v2-modern' ? MODERN : {}))
  await client.connect(
    url === undefined ? new StdioV2({ ...command, args: [...command.args] }) : new HttpV2(url),
  )
  return { client, callTool: (params, options) => client.callTool(params, options) }
}
