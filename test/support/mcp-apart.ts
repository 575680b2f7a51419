import { AsyncLocalStorage } from 'node:async_hooks'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import type { McpPair, PairOptions } from './mcp-pair.ts'

/** The parts of a message that tests look at. */
export interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> }
  readonly result?: { readonly _meta?: Readonly<Record<string, unknown>> }
  readonly error?: { readonly data?: Readonly<Record<string, unknown>> }
}

export interface ApartPair extends McpPair {
  /** Every message between the two, as it was on the wire. */
  readonly messages: readonly Message[]
  /** Hands a message to the client as if the server had sent it. */
  sendToClient(message: Message): void
}

/** Runs something as if nothing had called it. */
const outside = AsyncLocalStorage.snapshot()

/**
 * A client and a server that share nothing, as in two processes: each message is written and read again, and arrives
 * outside of whatever was running where it was sent.
 */
export async function connectApart(
  register: (server: McpServer) => void,
  { client: clientOptions, server: serverOptions }: PairOptions = {},
): Promise<ApartPair> {
  const server = new McpServer({ name: 'test-server', version: '1.0.0' })
  if (serverOptions !== false) instrumentMcpServer(server, serverOptions)
  register(server)
  const client = new Client({ name: 'test-client', version: '1.0.0' })
  if (clientOptions !== false) instrumentMcpClient(client, clientOptions)
  const messages: Message[] = []
  const [near, far] = InMemoryTransport.createLinkedPair()
  for (const end of [near, far]) setApart(end, messages)
  await server.connect(far)
  await client.connect(near)
  return {
    client,
    server,
    messages,
    sendToClient: (message) => near.onmessage?.({ jsonrpc: '2.0', ...message } as never),
    async close() {
      await client.close()
      await server.close()
    },
  }
}

/** Lets a transport write and read again what it sends, and send it outside. */
export function setApart(transport: Transport, messages: Message[]): void {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const copy = JSON.parse(JSON.stringify(message))
    messages.push(copy)
    return outside(() => send(copy, options))
  }
}
