import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CompleteRequestSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { listen } from '../support/mcp-http-front.ts'
import { type Api, PROMPTS, RESOURCES, SCHEMA_TOOL, TEMPLATE, TOOLS, templateContent } from './offers.ts'
import type { Serve } from './server.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

const apiOf = (args: Record<string, unknown>, extra: Extra): Api => ({
  args,
  progressToken: extra._meta?.progressToken,
  notify: (method, params) => extra.sendNotification({ method, params } as ServerNotification),
  ask: (method, params) => extra.sendRequest({ method, params } as ServerRequest, z.looseObject({})),
  closeStream: () => extra.closeSSEStream?.(),
})

function createServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { logging: {}, completions: {}, resources: { subscribe: true } } },
  )
  for (const { name, input, run } of TOOLS) {
    const description = name
    // The suite says what a tool returns; the types of the SDK need not.
    if (input) {
      server.registerTool(
        name,
        { description, inputSchema: input },
        async (args, extra) => (await run(apiOf(args, extra))) as never,
      )
    } else {
      server.registerTool(name, { description }, async (extra) => (await run(apiOf({}, extra))) as never)
    }
  }
  // This SDK takes no JSON schema as it is; what becomes of it here is the same with and without us.
  server.registerTool(SCHEMA_TOOL, { description: SCHEMA_TOOL, inputSchema: { name: z.string() } }, () => ({
    content: [],
  }))
  for (const { name, args, messages } of PROMPTS) {
    const argsSchema = Object.fromEntries(args.map((arg) => [arg, z.string()]))
    server.registerPrompt(name, { description: name, argsSchema }, (given) => ({
      messages: messages(given as Record<string, string>).map((content) => ({
        role: 'user',
        content,
      })) as never,
    }))
  }
  for (const [uri, content] of Object.entries(RESOURCES)) {
    server.registerResource(uri, uri, { description: uri, mimeType: content.mimeType }, () => ({
      contents: [{ uri, ...content }],
    }))
  }
  server.registerResource(
    'template',
    new ResourceTemplate(TEMPLATE, { list: undefined }),
    {},
    (uri, { id }) => ({
      contents: [{ uri: uri.href, ...templateContent(String(id)) }],
    }),
  )
  server.server.setRequestHandler(SubscribeRequestSchema, () => ({}))
  server.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}))
  server.server.setRequestHandler(CompleteRequestSchema, () => ({ completion: { values: [], total: 0 } }))
  return server
}

/** Serves the suite over streamable HTTP: a session, and a server, for each client. */
export const serveV1: Serve = (prepare) => {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return listen(async (request, response) => {
    const known = sessions.get(String(request.headers['mcp-session-id']))
    if (known !== undefined) return known.handleRequest(request, response)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
      eventStore: new InMemoryEventStore(),
      retryInterval: 50,
      enableDnsRebindingProtection: true,
      allowedHosts: [String(request.socket.localAddress), 'localhost'].map(
        (host) => `${host}:${request.socket.localPort}`,
      ),
    })
    await prepare(createServer()).connect(transport as Transport)
    return transport.handleRequest(request, response)
  })
}
