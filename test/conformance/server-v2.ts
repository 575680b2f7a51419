import { InMemoryEventStore } from '@modelcontextprotocol/sdk/examples/shared/inMemoryEventStore.js'
import {
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { listenFetch } from '../support/mcp-http-front.ts'
import {
  type Api,
  PROMPTS,
  RESOURCES,
  SCHEMA_2020_12,
  SCHEMA_TOOL,
  TEMPLATE,
  TOOLS,
  templateContent,
} from './offers.ts'
import type { Serve } from './server.ts'

const apiOf = (args: Record<string, unknown>, ctx: ServerContext): Api => ({
  args,
  progressToken: ctx.mcpReq._meta?.progressToken,
  notify: (method, params) => ctx.mcpReq.notify({ method, params } as never),
  ask: (method, params) => ctx.mcpReq.send({ method, params } as never, z.looseObject({})),
  closeStream: () => ctx.http?.closeSSE?.(),
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
        { description, inputSchema: z.object(input) },
        async (args, ctx) => (await run(apiOf(args, ctx))) as never,
      )
    } else {
      server.registerTool(name, { description }, async (ctx) => (await run(apiOf({}, ctx))) as never)
    }
  }
  const inputSchema = fromJsonSchema(SCHEMA_2020_12)
  server.registerTool(SCHEMA_TOOL, { description: SCHEMA_TOOL, inputSchema }, () => ({ content: [] }))
  for (const { name, args, messages } of PROMPTS) {
    const argsSchema = z.object(Object.fromEntries(args.map((arg) => [arg, z.string()])))
    server.registerPrompt(name, { description: name, argsSchema }, (given) => ({
      messages: messages(given).map((content) => ({ role: 'user', content })) as never,
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
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }))
  return server
}

/** Serves the suite over streamable HTTP: a session, and a server, for each client. */
export const serveV2: Serve = async (prepare) => {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()
  const allowedHosts: string[] = []
  const front = await listenFetch(
    async (request, parsed) => {
      const known = sessions.get(request.headers.get('mcp-session-id') ?? '')
      if (known !== undefined) return known.handleRequest(request, parsed)
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
        eventStore: new InMemoryEventStore() as never,
        retryInterval: 50,
        enableDnsRebindingProtection: true,
        allowedHosts,
      })
      await prepare(createServer()).connect(transport)
      return transport.handleRequest(request, parsed)
    },
    () => {},
  )
  allowedHosts.push(front.url.host, `localhost:${front.url.port}`)
  return front
}
