import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { listenFetch } from './mcp-http-front.ts'
import { ANSWERS, CLIENT_CAPABILITIES, type Kit, NOTE_URI, type SessionOptions, type Way } from './mcp-kit.ts'
import { type AskedRequest, SCENARIO_TOOLS, type ScenarioTool, type ToolRun } from './mcp-scenario-tools.ts'
import { createSeen, type Seen } from './mcp-seen.ts'
import { stdioServer, watchStderr } from './mcp-stdio-child.ts'

const MODERN = '2026-07-28'

/** Thrown by a tool that has to ask, where the protocol has no requests to clients: the tool is called again. */
class InputNeeded {
  readonly request: AskedRequest

  constructor(request: AskedRequest) {
    this.request = request
  }
}

/** Registers tools of the scenarios; `say` is what they tell the test. */
export function registerToolsV2(
  server: McpServer,
  tools: readonly ScenarioTool[],
  say: (word: string) => void,
): void {
  for (const { name, annotations, input, output, run } of tools) {
    const config = {
      ...(annotations && { annotations }),
      ...(output && { outputSchema: z.object(output) }),
    }
    const told = (args: Record<string, unknown>, ctx: ServerContext): ToolRun => ({
      args,
      signal: ctx.mcpReq.signal,
      meta: ctx.mcpReq._meta,
      say,
      async progress(progress) {
        const progressToken = ctx.mcpReq._meta?.progressToken
        if (progressToken === undefined) return
        await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress } })
      },
      async ask(request) {
        if (server.server.getNegotiatedProtocolVersion() !== MODERN) {
          return ctx.mcpReq.send(request as never, z.looseObject({}))
        }
        const answer = ctx.mcpReq.inputResponses?.asked
        if (answer === undefined) throw new InputNeeded(request)
        return answer
      },
      declareOutput: (shape) => registered.update({ outputSchema: z.object(shape) }),
    })
    const runTool = async (args: Record<string, unknown>, ctx: ServerContext): Promise<never> => {
      try {
        // Nothing keeps a tool from returning what it likes.
        return (await run(told(args, ctx))) as never
      } catch (error) {
        if (!(error instanceof InputNeeded)) throw error
        return inputRequired({ inputRequests: { asked: error.request as never } }) as never
      }
    }
    const registered = input
      ? server.registerTool(name, { ...config, inputSchema: z.object(input) }, runTool)
      : server.registerTool(name, config, (ctx: ServerContext) => runTool({}, ctx))
  }
}

export function createServerV2(options: SessionOptions, say: (word: string) => void): McpServer {
  const server = new McpServer({ name: 'test-server', version: '1.0.0' }, { capabilities: { logging: {} } })
  if (options.server !== false) instrumentMcpServer(server, options.server)
  registerToolsV2(server, options.tools ?? SCENARIO_TOOLS, say)
  server.registerPrompt('greet', {}, () => ({
    messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
  }))
  server.registerResource('note', NOTE_URI, {}, (uri) => ({ contents: [{ uri: uri.href, text: 'x' }] }))
  return server
}

function createClient(options: SessionOptions, isModern: boolean): Client {
  const client = new Client(
    { name: 'test-client', version: '1.0.0' },
    {
      capabilities: CLIENT_CAPABILITIES,
      ...(isModern && { versionNegotiation: { mode: { pin: MODERN } } }),
    },
  )
  if (options.client !== false) instrumentMcpClient(client, options.client)
  client.setRequestHandler('elicitation/create', () => ({ ...ANSWERS['elicitation/create'] }))
  client.setRequestHandler('sampling/createMessage', () => ANSWERS['sampling/createMessage'])
  client.setRequestHandler('roots/list', () => ({ roots: [...ANSWERS['roots/list'].roots] }))
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

type Connect = (options: SessionOptions, seen: Seen) => Promise<Ends>

const stdio: Connect = async (options, seen) => {
  const transport = new StdioClientTransport(stdioServer('v2', options))
  watchStderr(transport.stderr, seen)
  return { transport, close: async () => {} }
}

const LEGACY: Readonly<Record<Way, Connect>> = {
  async memory(options, seen) {
    const server = createServerV2(options, (word) => seen.add({ word }))
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(far)
    tap(far, seen)
    return { transport: near, close: () => server.close() }
  },

  async http(options, seen) {
    const server = createServerV2(options, (word) => seen.add({ word }))
    const far = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
    await server.connect(far)
    tap(far, seen)
    const front = await listenFetch(
      (request, parsed) => far.handleRequest(request, parsed),
      () => {},
    )
    return {
      transport: new StreamableHTTPClientTransport(front.url),
      async close() {
        await server.close()
        await front.close()
      },
    }
  },

  stdio,
}

const MODERN_WAYS: Readonly<Record<Way, Connect>> = {
  async memory(options, seen) {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const served = serveStdio(() => createServerV2(options, (word) => seen.add({ word })), { transport: far })
    tap(far, seen)
    return { transport: near, close: () => served.close() }
  },

  async http(options, seen) {
    // The handler makes a server for each request, and we instrument it where it is made.
    const handler = createMcpHandler(() => createServerV2(options, (word) => seen.add({ word })))
    const front = await listenFetch(
      (request, parsed) => handler.fetch(request, parsed),
      (message) => seen.add({ message: { ...(message as object) } }),
    )
    return {
      transport: new StreamableHTTPClientTransport(front.url),
      async close() {
        await handler.close()
        await front.close()
      },
    }
  },

  stdio,
}

function kit(name: Kit['name'], protocolVersion: string, ways: Readonly<Record<Way, Connect>>): Kit {
  const isModern = protocolVersion === MODERN
  return {
    name,
    protocolVersion,
    isModern,
    async connect(way, options = {}) {
      const seen = createSeen()
      const ends = await ways[way](options, seen)
      const client = createClient(options, isModern)
      await client.connect(ends.transport)
      return {
        client,
        seen,
        callTool: (params, requestOptions) =>
          client.callTool(params as { name: string }, requestOptions as never),
        request: (method, params) =>
          client.request({ method, ...(params && { params }) } as never, z.looseObject({})),
        async close() {
          await client.close()
          await ends.close()
        },
      }
    },
  }
}

export const v2 = kit('v2', '2025-11-25', LEGACY)
export const v2Modern = kit('v2-modern', MODERN, MODERN_WAYS)
