// The ES module and the CommonJS build of an SDK hold different classes; either may be at either end.
import { createRequire } from 'node:module'
import { SpanKind } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const require = createRequire(import.meta.url)

const MODULES = {
  v1: {
    client: '@modelcontextprotocol/sdk/client/index.js',
    server: '@modelcontextprotocol/sdk/server/mcp.js',
    memory: '@modelcontextprotocol/sdk/inMemory.js',
  },
  v2: {
    client: '@modelcontextprotocol/client',
    server: '@modelcontextprotocol/server',
    memory: '@modelcontextprotocol/client',
  },
} as const

type Build = 'esm' | 'cjs'
type Version = keyof typeof MODULES

/** What is used here is alike in both versions. */
type Sdk = typeof import('@modelcontextprotocol/sdk/client/index.js') &
  typeof import('@modelcontextprotocol/sdk/server/mcp.js') &
  typeof import('@modelcontextprotocol/sdk/inMemory.js')

const load = async (build: Build, path: string): Promise<Sdk> =>
  build === 'esm' ? await import(path) : require(path)

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const INFO = { name: 'x', version: '1' }
const COPIES = (['v1', 'v2'] as const).flatMap((version) =>
  (['esm', 'cjs'] as const).flatMap((client) =>
    (['esm', 'cjs'] as const).map((server): [Version, Build, Build] => [version, client, server]),
  ),
)

test.each(COPIES)('%s: a client of %s and a server of %s are seen alike', async (version, client, server) => {
  const { Client } = await load(client, MODULES[version].client)
  const { McpServer } = await load(server, MODULES[version].server)
  const { InMemoryTransport } = await load(client, MODULES[version].memory)
  const near = instrumentMcpClient(new Client(INFO))
  const far = instrumentMcpServer(new McpServer(INFO))
  far.registerTool('x', {}, () => ({ content: [{ type: 'text', text: 'hi' }] }))
  const [a, b] = InMemoryTransport.createLinkedPair()
  await far.connect(b)
  await near.connect(a)
  expect(await near.callTool({ name: 'x' })).toMatchObject({ content: [{ type: 'text', text: 'hi' }] })
  const spans = otel.spans().filter((span) => span.name === 'tools/call x')
  expect(spans.map((span) => span.kind)).toEqual([SpanKind.SERVER, SpanKind.CLIENT])
  expect(spans[0]?.parentSpanContext?.spanId).toBe(spans[1]?.spanContext().spanId)
  await near.close()
  await far.close()
})

test('the builds really are different ones', async () => {
  for (const version of ['v1', 'v2'] as const) {
    const path = MODULES[version].client
    expect((await load('esm', path)).Client).not.toBe((await load('cjs', path)).Client)
  }
})
