// What only version 2 of the SDK does with one call: it sends it again.
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createMcpHandler, fromJsonSchema, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { listenFetch } from '../support/mcp-http-front.ts'
import { ELICIT } from '../support/mcp-scenario-tools.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, SERVER } = SpanKind
const INFO = { name: 'x', version: '1' }

/** Its argument has to stand in a header, too; a client knows that from the list of tools only. */
const MIRRORED = {
  type: 'object' as const,
  properties: { region: { type: 'string' as const, 'x-mcp-header': 'Region' } },
  required: ['region'],
}

let otel: TestOtel
const open: { close(): Promise<unknown> }[] = []
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  otel.reset()
})
afterAll(unregisterOtel)

const lines = (name: string, kind: SpanKind): SpanLine[] =>
  otel
    .spans()
    .map(spanLine)
    .filter((line) => line.name === name && line.kind === kind)

type ClientOptions = ConstructorParameters<typeof Client>[1]

/** A client of the modern protocol and a server in one process. */
async function connect(register: (server: McpServer) => void, options: ClientOptions = {}): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const served = serveStdio(
    () => {
      const server = instrumentMcpServer(new McpServer(INFO))
      register(server)
      return server
    },
    { transport: far },
  )
  const client = instrumentMcpClient(
    new Client(INFO, {
      capabilities: { elicitation: { form: {} } },
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      ...options,
    }),
  )
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
  await client.connect(near)
  open.push(client, served)
  otel.reset()
  return client
}

/** A tool that asks so many times before it answers. */
function asking(times: number): (server: McpServer) => void {
  return (server) => {
    server.registerTool('ask', {}, (ctx) => {
      const asked = Number(ctx.mcpReq.requestState() ?? 0)
      if (asked >= times) return { content: [{ type: 'text', text: 'done' }] }
      return inputRequired({
        inputRequests: { name: ELICIT as never },
        requestState: String(asked + 1),
      })
    })
  }
}

describe('a call of several rounds', () => {
  test('is one CLIENT span however many rounds it takes', async () => {
    const client = await connect(asking(3))
    await client.callTool({ name: 'ask' })
    const [sent, ...more] = lines('tools/call ask', CLIENT)
    expect(more).toEqual([])
    const rounds = lines('tools/call ask', SERVER)
    expect(rounds.map((round) => round.attributes['toolspan.result.status'])).toEqual([
      'input_required',
      'input_required',
      'input_required',
      'found',
    ])
    expect(new Set(rounds.map((round) => round.parentSpanId))).toEqual(new Set([sent?.spanId]))
    // The first of its requests names the call.
    expect(sent?.attributes['jsonrpc.request.id']).toBe(rounds[0]?.attributes['jsonrpc.request.id'])
  })

  test('that never comes to an end is an error of the client, with no code of the peer', async () => {
    const client = await connect(asking(99), {
      inputRequired: { maxRounds: 2 },
      capabilities: { elicitation: { form: {} } },
    })
    await expect(client.callTool({ name: 'ask' })).rejects.toMatchObject({
      code: 'INPUT_REQUIRED_ROUNDS_EXCEEDED',
    })
    const [sent] = lines('tools/call ask', CLIENT)
    expect(sent?.status).toBe(SpanStatusCode.ERROR)
    expect(sent?.attributes['error.type']).toBe('INPUT_REQUIRED_ROUNDS_EXCEEDED')
    expect(sent?.attributes).not.toHaveProperty('rpc.status_code')
  })

  test('that the host goes through by itself is a span for each of its calls', async () => {
    const client = await connect(asking(1))
    const first = await client.callTool({ name: 'ask' }, { allowInputRequired: true })
    expect(first).toMatchObject({ resultType: 'input_required' })
    const [sent] = lines('tools/call ask', CLIENT)
    expect(sent?.status).toBe(SpanStatusCode.UNSET)
    expect(sent?.attributes['toolspan.result.status']).toBe('input_required')
    await client.callTool(
      { name: 'ask', inputResponses: { name: { action: 'decline' } }, requestState: '1' } as never,
      { allowInputRequired: true },
    )
    expect(lines('tools/call ask', CLIENT)).toHaveLength(2)
    expect(lines('tools/call ask', CLIENT)[1]?.attributes['toolspan.result.status']).toBe('found')
  })

  test('whose handler fails on the client fails with what that threw', async () => {
    const client = await connect(asking(1))
    const fault = new RangeError('nobody there')
    client.setRequestHandler('elicitation/create', () => {
      throw fault
    })
    await expect(client.callTool({ name: 'ask' })).rejects.toBe(fault)
    const [sent] = lines('tools/call ask', CLIENT)
    expect(sent?.attributes['error.type']).toBe('RangeError')
    const [answered] = lines('elicitation/create', SERVER)
    expect(answered).toMatchObject({ parentSpanId: sent?.spanId, status: SpanStatusCode.ERROR })
  })

  test('also of a prompt or a resource', async () => {
    const client = await connect((server) => {
      server.registerPrompt('greet', {}, (ctx) =>
        ctx.mcpReq.inputResponses === undefined
          ? (inputRequired({ inputRequests: { name: ELICIT as never } }) as never)
          : { messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }] },
      )
    })
    await client.getPrompt({ name: 'greet' })
    const [sent, ...more] = lines('prompts/get greet', CLIENT)
    expect(more).toEqual([])
    expect(lines('prompts/get greet', SERVER).map((round) => round.parentSpanId)).toEqual([
      sent?.spanId,
      sent?.spanId,
    ])
    expect(lines('elicitation/create', SERVER)[0]?.parentSpanId).toBe(sent?.spanId)
  })
})

describe('headers that do not match (-32020)', () => {
  test('are put right and the call is sent again, within one CLIENT span', async () => {
    const handler = createMcpHandler(() => {
      const server = instrumentMcpServer(new McpServer(INFO))
      const inputSchema = fromJsonSchema(MIRRORED)
      server.registerTool('orders', { inputSchema }, () => ({ content: [{ type: 'text', text: 'none' }] }))
      return server
    })
    const bodies: unknown[] = []
    const front = await listenFetch(
      (request, parsed) => handler.fetch(request, parsed),
      (message) => bodies.push(Reflect.get(Object(message), 'method')),
    )
    const client = instrumentMcpClient(
      new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    )
    await client.connect(new StreamableHTTPClientTransport(front.url))
    open.push(client, handler, front)
    otel.reset()
    bodies.length = 0

    await client.callTool({ name: 'orders', arguments: { region: 'eu' } })

    expect(bodies).toEqual(['tools/call', 'tools/list', 'tools/call'])
    const [sent, ...more] = lines('tools/call orders', CLIENT)
    expect(more).toEqual([])
    expect(sent?.status).toBe(SpanStatusCode.UNSET)
    expect(sent?.attributes).not.toHaveProperty('error.type')
    expect(lines('tools/list', CLIENT)[0]?.parentSpanId).toBe(sent?.spanId)
    // The first was turned away at the door, where no server had been made yet that could see it.
    const [received, ...others] = lines('tools/call orders', SERVER)
    expect(others).toEqual([])
    expect(received?.parentSpanId).toBe(sent?.spanId)
    expect(sent?.attributes['jsonrpc.request.id']).toBe(received?.attributes['jsonrpc.request.id'])
  })
})

describe('messages that version 2 sends past request() and notification()', () => {
  test('progress is counted once, whichever way it is sent', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const server = instrumentMcpServer(new McpServer(INFO))
    server.registerTool('work', {}, async (ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken ?? 0
      const progress = (value: number) => ({
        method: 'notifications/progress' as const,
        params: { progressToken, progress: value },
      })
      await ctx.mcpReq.notify(progress(1))
      await server.server.notification(progress(2), { relatedRequestId: ctx.mcpReq.id })
      return { content: [] }
    })
    await server.connect(far)
    const client = instrumentMcpClient(new Client(INFO))
    await client.connect(near)
    open.push(client, server)
    await client.callTool({ name: 'work' }, { onprogress() {} })
    for (const kind of [CLIENT, SERVER]) {
      expect(lines('tools/call work', kind)[0]?.attributes['toolspan.progress.count']).toBe(2)
    }
  })

  test('discover is seen', async () => {
    const client = await connect(() => {})
    await client.discover()
    const [sent] = lines('server/discover', CLIENT)
    expect(lines('server/discover', SERVER)[0]?.parentSpanId).toBe(sent?.spanId)
    expect(sent?.attributes['jsonrpc.request.id']).toBeTypeOf('string')
  })

  test('listen is a span until the server acknowledges, with its context in the message', async () => {
    const metas: unknown[] = []
    const handler = createMcpHandler(() => new McpServer(INFO, { capabilities: { tools: {} } }))
    const front = await listenFetch(
      (request, parsed) => handler.fetch(request, parsed),
      (message) => metas.push(Reflect.get(Object(Reflect.get(Object(message), 'params')), '_meta')),
    )
    const client = instrumentMcpClient(
      new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    )
    await client.connect(new StreamableHTTPClientTransport(front.url))
    open.push(client, handler, front)
    const own = Object.getOwnPropertyNames(client)
    const subscription = await client.listen({ toolsListChanged: true })
    const [sent] = lines('subscriptions/listen', CLIENT)
    expect(sent?.status).toBe(SpanStatusCode.UNSET)
    expect(sent?.attributes['mcp.method.name']).toBe('subscriptions/listen')
    expect(metas.at(-1)).toMatchObject({
      traceparent: `00-${sent?.traceId}-${sent?.spanId}-01`,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    })
    expect(Object.getOwnPropertyNames(client)).toEqual(own)
    await subscription.close()
  })

  test('a connection without it refuses to listen, as it does without us', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    const server = new McpServer(INFO)
    await server.connect(far)
    const client = instrumentMcpClient(new Client(INFO))
    await client.connect(near)
    open.push(client, server)
    await expect(client.listen({})).rejects.toThrow('requires a 2026-07-28-era connection')
    expect(lines('subscriptions/listen', CLIENT)[0]?.status).toBe(SpanStatusCode.ERROR)
  })
})
