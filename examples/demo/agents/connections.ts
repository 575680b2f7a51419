import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { instrumentMcpClient } from 'toolspan'

/** Where the servers are, and what they have to know. */
export interface ServerPlaces {
  /** Address of the archive server, which is a process already. */
  readonly archiveUrl: string
  /** The only folder that the file server may read. */
  readonly folder: string
  /** Environment of the servers of ours. */
  readonly env: Readonly<Record<string, string>>
}

/** The MCP servers of the demo, each in its own process. */
export interface Connections {
  readonly files: Client
  readonly orders: Client
  readonly archive: Client
  /** Closes the connections; the servers over stdio end with theirs. */
  close(): Promise<void>
}

const FILE_SERVER = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
)
const ORDERS_SERVER = fileURLToPath(new URL('../servers/orders.ts', import.meta.url))

export async function connectServers({ archiveUrl, folder, env }: ServerPlaces): Promise<Connections> {
  const [files, orders, archive] = await Promise.all([
    // The file server of the MCP project, unmodified. It greets on standard error, which is nobody's business here.
    connect(
      new StdioClientTransport({ command: process.execPath, args: [FILE_SERVER, folder], stderr: 'ignore' }),
    ),
    connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [ORDERS_SERVER],
        env: { ...getDefaultEnvironment(), ...env },
      }),
    ),
    // The class of the SDK does not satisfy its own interface under exactOptionalPropertyTypes.
    connect(new StreamableHTTPClientTransport(new URL(archiveUrl)) as Transport),
  ])
  return {
    files,
    orders,
    archive,
    close: async () => {
      await Promise.all([files.close(), orders.close(), archive.close()])
    },
  }
}

async function connect(transport: Transport): Promise<Client> {
  const client = instrumentMcpClient(new Client({ name: 'demo-agent', version: '1.0.0' }))
  await client.connect(transport)
  // The list says which tools only read; without it every effect is unknown.
  await client.listTools()
  return client
}
