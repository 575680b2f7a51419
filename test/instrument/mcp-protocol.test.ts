// Pins: what we use of the SDKs beyond their public interface. A red one means: look what the new version changed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpClientV2,
  InMemoryTransport as MemoryV2,
  SdkErrorCode,
  SSEClientTransport as SseClientV2,
  DEFAULT_REQUEST_TIMEOUT_MSEC as TIMEOUT_V2,
} from '@modelcontextprotocol/client'
import { StdioClientTransport as StdioClientV2 } from '@modelcontextprotocol/client/stdio'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as StdioClientV1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as HttpClientV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { InMemoryTransport as MemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport as StdioServerV1 } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport as HttpServerV1 } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { DEFAULT_REQUEST_TIMEOUT_MSEC as TIMEOUT_V1 } from '@modelcontextprotocol/sdk/shared/protocol.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import {
  WebStandardStreamableHTTPServerTransport as HttpServerV2,
  McpServer as McpServerV2,
  PerRequestHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { StdioServerTransport as StdioServerV2 } from '@modelcontextprotocol/server/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { CONNECTION_CLOSED, REQUEST_TIMEOUT } from '../../src/instrument/mcp-protocol.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { serverAddress, transportAttributes } from '../../src/instrument/mcp-transport.ts'
import { DEFAULT_REQUEST_TIMEOUT_MS } from '../../src/instrument/request-options.ts'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

const INFO = { name: 'x', version: '1' }

/** Members of both ends, in both versions. */
const BOTH_ENDS = [
  '_notificationHandlers',
  '_onclose',
  '_onnotification',
  '_onrequest',
  '_onresponse',
  '_requestHandlers',
  '_requestMessageId',
  '_responseHandlers',
]
/** Further members of both ends, in version 2. */
const BOTH_ENDS_V2 = [
  '_negotiatedWireCodec',
  '_notificationViaCodec',
  '_outboundMetaEnvelope',
  '_requestHandlerAbortControllers',
  '_requestWithSchemaViaCodec',
  '_resolveNonCompleteResult',
  '_shouldDropInbound',
  'getNegotiatedProtocolVersion',
]
/** Members of the high-level server, in both versions. */
const HIGH_LEVEL = ['_registeredTools', 'executeToolHandler']
/** Members by which transports are known. */
const TRANSPORTS = ['_deferredResponse', '_serverParams', '_stdin', '_url', '_webStandardTransport', '_wire']
/** Names with the same look that are the protocol's, a schema library's or our own. */
const NO_MEMBERS = ['_OTHER', '_def', '_id', '_meta', '_zod']
/** Given by the application, so that an object may be without it: it needs no pin. */
const OPTIONAL = ['_options']

interface Sdk {
  readonly name: 'v1' | 'v2'
  readonly privateNames: readonly string[]
  client(): ClientV1 | ClientV2
  server(): McpServerV1 | McpServerV2
  pair(): [object, object]
}

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] })

const SDKS: readonly Sdk[] = [
  {
    name: 'v1',
    privateNames: BOTH_ENDS,
    client: () => new ClientV1(INFO),
    server() {
      const server = new McpServerV1(INFO)
      server.registerTool('x', {}, () => text('answer'))
      return server
    },
    pair: () => MemoryV1.createLinkedPair(),
  },
  {
    name: 'v2',
    privateNames: [...BOTH_ENDS, ...BOTH_ENDS_V2],
    client: () => new ClientV2(INFO),
    server() {
      const server = new McpServerV2(INFO)
      server.registerTool('x', {}, () => text('answer'))
      return server
    },
    pair: () => MemoryV2.createLinkedPair(),
  },
]

test('every private name in the code is pinned here', () => {
  const folder = join(import.meta.dirname, '../../src/instrument')
  const used = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?<![\w`])_[A-Za-z]\w*/g)].map(([name]) => name),
  )
  const known = [...BOTH_ENDS, ...BOTH_ENDS_V2, ...HIGH_LEVEL, ...TRANSPORTS, ...NO_MEMBERS, ...OPTIONAL]
  expect([...new Set(used)].filter((name) => !known.includes(name)).sort()).toEqual([])
})

describe.each(SDKS)('the SDK $name', (sdk) => {
  beforeAll(() => void registerOtel())
  afterAll(unregisterOtel)

  test('has the private members that are hooked or read', () => {
    const low = sdk.server().server
    for (const end of [sdk.client(), low]) {
      expect(sdk.privateNames.filter((name) => !(name in end))).toEqual([])
      expect(Reflect.get(end, '_requestMessageId')).toBe(0)
      for (const map of ['_responseHandlers', '_requestHandlers', '_notificationHandlers']) {
        expect(Reflect.get(end, map)).toBeInstanceOf(Map)
      }
    }
    expect(HIGH_LEVEL.filter((name) => !(name in sdk.server()))).toEqual([])
    expect(Reflect.get(sdk.server(), '_registeredTools')).toHaveProperty('x')
    expect([...Reflect.get(low, '_requestHandlers').keys()]).toContain('tools/call')
  })

  test('tells its versions apart as we do', () => {
    for (const end of [sdk.client(), sdk.server().server]) {
      expect('getNegotiatedProtocolVersion' in end).toBe(sdk.name === 'v2')
    }
  })

  /** The same object for us, without one of its members; the SDK itself still has it. */
  function without<T extends object>(target: T, name: string): T {
    return new Proxy(target, {
      get: (real, key) => (key === name ? undefined : Reflect.get(real, key)),
      has: (real, key) => key !== name && key in real,
    })
  }

  /** What a client gets of a server, each instrumented while a member is hidden. */
  async function play(hidden: string, hides: 'client' | 'server' | 'high-level'): Promise<unknown> {
    const client = sdk.client()
    const server = sdk.server()
    instrumentMcpClient(hides === 'client' ? without(client, hidden) : client)
    instrumentMcpServer(hides === 'server' ? without(server.server, hidden) : server.server)
    instrumentMcpServer(hides === 'high-level' ? without(server, hidden) : server)
    const [near, far] = sdk.pair()
    await server.connect(far as never)
    await client.connect(near as never)
    const heard: unknown[] = []
    const options = { onprogress: (progress: unknown) => heard.push(progress) }
    const places = sdk.name === 'v1' ? [undefined, options] : [options]
    const answers = [
      await client.callTool({ name: 'x' }),
      await Reflect.apply(client.callTool, client, [{ name: 'x' }, ...places]),
      await client.callTool({ name: 'nope' }).catch((error: Error) => error.message),
      (await client.listTools()).tools.length,
      await client.ping(),
      await client.listPrompts().then(
        (list) => list.prompts,
        (error: Error) => error.message,
      ),
    ]
    await client.close()
    await server.close()
    return [answers, heard]
  }

  test('may lose any of them: the calls are what they are, and nothing of ours throws (REQ-36)', async () => {
    const before = swallowedErrors()
    const expected = await play('nothing', 'client')
    for (const name of sdk.privateNames) {
      expect([name, await play(name, 'client')]).toEqual([name, expected])
      expect([name, await play(name, 'server')]).toEqual([name, expected])
    }
    for (const name of HIGH_LEVEL) expect([name, await play(name, 'high-level')]).toEqual([name, expected])
    expect(swallowedErrors()).toEqual(before)
  })
})

test('the numbers of the SDKs are the ones that were copied', () => {
  expect(DEFAULT_REQUEST_TIMEOUT_MS).toBe(TIMEOUT_V1)
  expect(DEFAULT_REQUEST_TIMEOUT_MS).toBe(TIMEOUT_V2)
  expect(REQUEST_TIMEOUT).toBe(ErrorCode.RequestTimeout)
  expect(CONNECTION_CLOSED).toBe(ErrorCode.ConnectionClosed)
  expect(SdkErrorCode).toMatchObject({
    RequestTimeout: 'REQUEST_TIMEOUT',
    ConnectionClosed: 'CONNECTION_CLOSED',
    InvalidResult: 'INVALID_RESULT',
    ClientHttpNotImplemented: 'CLIENT_HTTP_NOT_IMPLEMENTED',
  })
})

test('every transport of the SDKs is recognised by its shape', () => {
  const http = { 'network.transport': 'tcp', 'network.protocol.name': 'http' }
  const pipe = { 'network.transport': 'pipe' }
  for (const transport of [
    new StdioClientV1({ command: 'x' }),
    new StdioServerV1(),
    new StdioClientV2({ command: 'x' }),
    new StdioServerV2(),
    // As a server of `serveStdio` has it.
    { _wire: new StdioServerV2() },
  ]) {
    expect(transportAttributes(transport)).toEqual(pipe)
  }
  for (const transport of [
    new HttpServerV1({ sessionIdGenerator: () => 'x' }),
    new HttpServerV2({ sessionIdGenerator: () => 'x' }),
    new PerRequestHTTPServerTransport({ classification: { era: 'modern' } }),
  ]) {
    expect(transportAttributes(transport)).toEqual(http)
    expect(serverAddress(transport)).toEqual({})
  }
  for (const [url, address, port] of [
    ['https://mcp.example/mcp', 'mcp.example', 443],
    ['http://127.0.0.1:8931/mcp', '127.0.0.1', 8931],
  ] as const) {
    for (const Transport of [HttpClientV1, HttpClientV2, SseClientV2]) {
      const transport = new Transport(new URL(url))
      expect(transportAttributes(transport)).toEqual(http)
      expect(serverAddress(transport)).toEqual({ 'server.address': address, 'server.port': port })
    }
  }
  for (const none of [undefined, MemoryV1.createLinkedPair()[0], MemoryV2.createLinkedPair()[0]]) {
    expect(transportAttributes(none)).toEqual({})
    expect(serverAddress(none)).toEqual({})
  }
})
