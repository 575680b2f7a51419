// Messages that have no handler of their own.

import { Client as ClientV2, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, SERVER } = SpanKind
const { ERROR, UNSET } = SpanStatusCode
const INFO = { name: 'x', version: '1' }
const ANYTHING = z.looseObject({})

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

const line = (name: string, kind: SpanKind): SpanLine | undefined =>
  otel
    .spans()
    .map(spanLine)
    .find((each) => each.name === name && each.kind === kind)

/** What both SDKs have on their low-level ends. */
interface End {
  fallbackRequestHandler?: ((request: never, extra: never) => Promise<never>) | undefined
  fallbackNotificationHandler?: ((notification: never) => Promise<void>) | undefined
  request(request: never, schema: never): Promise<unknown>
  notification(notification: never): Promise<void>
}

// The two SDKs say in different types that messages may be of any kind.
const endOf = (end: object): End => end as End

interface Ends {
  readonly client: End
  readonly server: End
}

async function connectV1(): Promise<Ends> {
  const server = instrumentMcpServer(new McpServerV1(INFO))
  const client = instrumentMcpClient(new ClientV1(INFO))
  const [near, far] = MemoryV1.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  open.push(client, server)
  otel.reset()
  return { client: endOf(client), server: endOf(server.server) }
}

async function connectV2(): Promise<Ends> {
  const server = instrumentMcpServer(new McpServerV2(INFO))
  const client = instrumentMcpClient(new ClientV2(INFO))
  const [near, far] = MemoryV2.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  open.push(client, server)
  otel.reset()
  return { client: endOf(client), server: endOf(server.server) }
}

const request = (end: End, method: string): Promise<unknown> =>
  end.request({ method } as never, ANYTHING as never)

describe.each([
  ['v1', connectV1],
  ['v2', connectV2],
])('%s', (_name, connect) => {
  describe.each([
    ['a client asks its server', 'client', 'server'],
    ['a server asks its client', 'server', 'client'],
  ] as const)('where %s', (_who, asking, asked) => {
    test('an unknown method is a span with its code, and no error of who was asked', async () => {
      const ends = await connect()
      await expect(request(ends[asking], 'toys/list')).rejects.toMatchObject({ code: -32601 })
      const sent = line('toys/list', CLIENT)
      const received = line('toys/list', SERVER)
      expect(sent).toMatchObject({ status: ERROR, attributes: { 'error.type': '-32601' } })
      expect(received).toMatchObject({
        status: UNSET,
        parentSpanId: sent?.spanId,
        attributes: {
          'rpc.status_code': '-32601',
          'jsonrpc.request.id': sent?.attributes['jsonrpc.request.id'],
        },
      })
    })

    test('a method name without end is cut', async () => {
      const ends = await connect()
      await expect(request(ends[asking], 'm'.repeat(100_000))).rejects.toMatchObject({ code: -32601 })
      for (const kind of [CLIENT, SERVER]) {
        expect(line('m'.repeat(128), kind)?.attributes['mcp.method.name']).toHaveLength(128)
      }
    })

    test('a fallback handler is seen, and stays the property that it is', async () => {
      const ends = await connect()
      const handler = async (): Promise<never> => ({ toys: [] }) as never
      ends[asked].fallbackRequestHandler = handler
      expect(await request(ends[asking], 'toys/list')).toMatchObject({ toys: [] })
      expect(ends[asked].fallbackRequestHandler).toBe(handler)
      expect(line('toys/list', SERVER)).toMatchObject({
        status: UNSET,
        parentSpanId: line('toys/list', CLIENT)?.spanId,
      })
    })

    if (asked === 'server') {
      test('a tool call that a fallback handler passes on is one', async () => {
        const ends = await connect()
        ends.server.fallbackRequestHandler = async () => ({ content: [] }) as never
        await ends.client.request(
          { method: 'tools/call', params: { name: 'search' } } as never,
          ANYTHING as never,
        )
        expect(line('tools/call search', SERVER)?.attributes).toMatchObject({
          'gen_ai.tool.name': 'search',
          'toolspan.layer': 'mcp_server',
          'toolspan.result.status': 'unknown',
        })
      })
    }

    test('a fallback handler that fails is an error with the code that goes out', async () => {
      const ends = await connect()
      ends[asked].fallbackRequestHandler = async () => {
        throw new TypeError('no toys')
      }
      await expect(request(ends[asking], 'toys/list')).rejects.toMatchObject({ code: -32603 })
      expect(line('toys/list', SERVER)).toMatchObject({
        status: ERROR,
        attributes: { 'error.type': '-32603' },
      })
    })

    test('a fallback handler of notifications is seen, too', async () => {
      const ends = await connect()
      let told: (value: unknown) => void = () => {}
      const heard = new Promise((resolve) => {
        told = resolve
      })
      const handler = async (notification: unknown): Promise<void> => told(notification)
      ends[asked].fallbackNotificationHandler = handler
      await ends[asking].notification({ method: 'toys/new', params: { n: 1 } } as never)
      expect(await heard).toMatchObject({ method: 'toys/new', params: { n: 1 } })
      expect(ends[asked].fallbackNotificationHandler).toBe(handler)
      await otel.ended('toys/new')
      expect(line('toys/new', SERVER)?.parentSpanId).toBe(line('toys/new', CLIENT)?.spanId)
    })

    test('a notification that nobody handles is none that was handled', async () => {
      const ends = await connect()
      await ends[asking].notification({ method: 'toys/new' } as never)
      await request(ends[asking], 'ping')
      expect(line('toys/new', CLIENT)).toBeDefined()
      expect(line('toys/new', SERVER)).toBeUndefined()
    })
  })
})

describe('a server of the modern protocol', () => {
  const ENVELOPE = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': INFO,
    'io.modelcontextprotocol/clientCapabilities': {},
  }

  test.each([
    ['ping', { _meta: ENVELOPE }],
    ['toys/list', { _meta: ENVELOPE }],
    ['tools/list', {}],
    ['toys/list', {}],
  ])('names the code that it refuses %s with, for %j', async (method, params) => {
    const [near, far] = MemoryV2.createLinkedPair()
    const served = serveStdio(
      () => {
        const server = instrumentMcpServer(new McpServerV2(INFO))
        server.registerTool('x', {}, () => ({ content: [] }))
        return server
      },
      { transport: far },
    )
    open.push(served)
    const answers = new Map<unknown, (answer: unknown) => void>()
    near.onmessage = (message) => answers.get(Reflect.get(message, 'id'))?.(message)
    const send = (id: number, name: string, content: object): Promise<unknown> =>
      new Promise((resolve) => {
        answers.set(id, resolve)
        void near.send({ jsonrpc: '2.0', id, method: name, params: content } as never)
      })
    await near.start()
    // The first message decides which protocol is spoken.
    await send(1, 'tools/list', { _meta: ENVELOPE })
    otel.reset()
    const answer = await send(2, method, params)
    const code = Reflect.get(Object(Reflect.get(Object(answer), 'error')), 'code')
    expect(code).toBeTypeOf('number')
    expect(line(method, SERVER)?.attributes).toMatchObject({
      'jsonrpc.request.id': '2',
      'rpc.status_code': String(code),
    })
  })
})

test('a client of the modern protocol drops requests of its server unseen', async () => {
  const [near, far] = MemoryV2.createLinkedPair()
  const served = serveStdio(() => new McpServerV2(INFO, { capabilities: { tools: {} } }), { transport: far })
  const client = instrumentMcpClient(
    new ClientV2(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  )
  const dropped: string[] = []
  client.onerror = (error) => dropped.push(error.message)
  await client.connect(near)
  open.push(client, served)
  otel.reset()
  await far.send({ jsonrpc: '2.0', id: 7, method: 'toys/list' })
  await client.listTools()
  expect(dropped).toHaveLength(1)
  expect(line('toys/list', SERVER)).toBeUndefined()
})
