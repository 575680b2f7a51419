import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { listen } from './mcp-http-front.ts'
import { ANSWERS, CLIENT_CAPABILITIES, type Kit, NOTE_URI, type SessionOptions, type Way } from './mcp-kit.ts'
import { SCENARIO_TOOLS, type ScenarioTool, type ToolRun } from './mcp-scenario-tools.ts'
import { createSeen, type Seen } from './mcp-seen.ts'
import { stdioServer, watchStderr } from './mcp-stdio-child.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Registers tools of the scenarios; `say` is what they tell the test. */
export function registerToolsV1(
  server: McpServer,
  tools: readonly ScenarioTool[],
  say: (word: string) => void,
): void {
  for (const { name, annotations, input, output, run } of tools) {
    const config = {
      ...(annotations && { annotations }),
      ...(output && { outputSchema: output }),
    }
    const told = (args: Record<string, unknown>, extra: Extra): ToolRun => ({
      args,
      signal: extra.signal,
      meta: extra._meta,
      say,
      async progress(progress) {
        const progressToken = extra._meta?.progressToken
        if (progressToken === undefined) return
        await extra.sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress },
        })
      },
      // The neutral request is one of the SDK's own.
      ask: (request) => extra.sendRequest(request as ServerRequest, z.looseObject({})),
      declareOutput: (outputSchema) => registered.update({ outputSchema }),
    })
    // Nothing keeps a tool from returning what it likes.
    const registered = input
      ? server.registerTool(
          name,
          { ...config, inputSchema: input },
          async (args, extra) => run(told(args, extra)) as never,
        )
      : server.registerTool(name, config, async (extra) => run(told({}, extra)) as never)
  }
}

export function createServerV1(options: SessionOptions, say: (word: string) => void): McpServer {
  const server = new McpServer({ name: 'test-server', version: '1.0.0' }, { capabilities: { logging: {} } })
  if (options.server !== false) instrumentMcpServer(server, options.server)
  registerToolsV1(server, options.tools ?? SCENARIO_TOOLS, say)
  server.registerPrompt('greet', {}, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  }))
  server.registerResource('note', NOTE_URI, {}, (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] }))
  return server
}

function createClient(options: SessionOptions): Client {
  const client = new Client({ name: 'test-client', version: '1.0.0' }, { capabilities: CLIENT_CAPABILITIES })
  if (options.client !== false) instrumentMcpClient(client, options.client)
  client.setRequestHandler(ElicitRequestSchema, () => ANSWERS['elicitation/create'])
  client.setRequestHandler(CreateMessageRequestSchema, () => ANSWERS['sampling/createMessage'])
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [...ANSWERS['roots/list'].roots] }))
  return client
}

/** Shows each message that a transport hands to its server, which has to be connected already. */
export function tap(transport: Transport, seen: Seen): void {
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    seen.add({ message: { ...message } })
    onmessage?.(message, extra)
  }
}

interface Ends {
  readonly transport: Transport
  close(): Promise<void>
}

const WAYS: Readonly<Record<Way, (options: SessionOptions, seen: Seen) => Promise<Ends>>> = {
  async memory(options, seen) {
    const server = createServerV1(options, (word) => seen.add({ word }))
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(far)
    tap(far, seen)
    return { transport: near, close: () => server.close() }
  },

  async http(options, seen) {
    const server = createServerV1(options, (word) => seen.add({ word }))
    const far = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
    await server.connect(far as Transport)
    tap(far as Transport, seen)
    const front = await listen((request, response) => far.handleRequest(request, response))
    return {
      transport: new StreamableHTTPClientTransport(front.url) as Transport,
      async close() {
        await server.close()
        await front.close()
      },
    }
  },

  async stdio(options, seen) {
    const transport = new StdioClientTransport(stdioServer('v1', options))
    watchStderr(transport.stderr, seen)
    return { transport, close: async () => {} }
  },
}

export const v1: Kit = {
  name: 'v1',
  protocolVersion: '2025-11-25',
  isModern: false,
  async connect(way, options = {}) {
    const seen = createSeen()
    const ends = await WAYS[way](options, seen)
    const client = createClient(options)
    await client.connect(ends.transport)
    return {
      client,
      seen,
      callTool: (params, requestOptions) =>
        client.callTool(params as { name: string }, undefined, requestOptions as never),
      request: (method, params) =>
        client.request({ method, ...(params && { params }) } as never, z.looseObject({})),
      async close() {
        await client.close()
        await ends.close()
      },
    }
  },
}
