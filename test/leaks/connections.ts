import * as v2Client from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as v2Server from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { instrumentMcpClient, instrumentMcpServer } from '../../src/index.ts'

/** A client connected to a server in the same process, both instrumented. */
export interface Connection {
  /** A call that is answered at once. */
  echo(): Promise<unknown>
  /** A call that is answered only when its signal aborts; `hasStarted` is told when the tool runs. */
  wait(signal: AbortSignal): Promise<unknown>
}

/** Told by the tool `wait`. */
type Started = () => void

const NAMES = { name: 'leaks', version: '1.0.0' }
const READ = { annotations: { readOnlyHint: true } }
const ECHO = { name: 'echo', arguments: { text: 'hello' } }
const WAIT = { name: 'wait' }
const INPUT = { text: z.string() }

const answer = ({ text }: { readonly text: string }) => ({ content: [{ type: 'text' as const, text }] })

function untilAborted(signal: AbortSignal, hasStarted: Started): Promise<never> {
  hasStarted()
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function connectV1(hasStarted: Started): Promise<Connection> {
  const server = instrumentMcpServer(new McpServer(NAMES))
  server.registerTool('echo', { inputSchema: INPUT, ...READ }, answer)
  server.registerTool('wait', READ, ({ signal }) => untilAborted(signal, hasStarted))
  const client = instrumentMcpClient(new Client(NAMES))
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  await client.listTools()
  return {
    echo: () => client.callTool(ECHO),
    wait: (signal) => client.callTool(WAIT, undefined, { signal }),
  }
}

async function connectV2(hasStarted: Started, isModern: boolean): Promise<Connection> {
  const createServer = () => {
    const server = instrumentMcpServer(new v2Server.McpServer(NAMES))
    server.registerTool('echo', { inputSchema: z.object(INPUT), ...READ }, answer)
    server.registerTool('wait', READ, ({ mcpReq }) => untilAborted(mcpReq.signal, hasStarted))
    return server
  }
  const client = instrumentMcpClient(
    new v2Client.Client(NAMES, isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
  )
  const [near, far] = v2Client.InMemoryTransport.createLinkedPair()
  if (isModern) serveStdio(createServer, { transport: far })
  else await createServer().connect(far)
  await client.connect(near)
  await client.listTools()
  return {
    echo: () => client.callTool(ECHO),
    wait: (signal) => client.callTool(WAIT, { signal }),
  }
}

/** Connects with each version of the SDK, and with each kind of protocol that it speaks. */
export const CONNECTIONS: Readonly<Record<string, (hasStarted: Started) => Promise<Connection>>> = {
  v1: connectV1,
  v2: (hasStarted) => connectV2(hasStarted, false),
  'v2-modern': (hasStarted) => connectV2(hasStarted, true),
}
