import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { type McpHttpServer, startMcpHttpServer } from '../support/mcp-http-server.ts'
import { registerTools } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
let server: McpHttpServer
let client: Client

beforeAll(async () => {
  otel = registerOtel()
  server = await startMcpHttpServer(registerTools, (request, handle) =>
    otel.tracer.startActiveSpan(`${request.method}`, { kind: SpanKind.SERVER, root: true }, async (span) => {
      await handle()
      span.end()
    }),
  )
  client = instrumentMcpClient(new Client({ name: 'c', version: '1' }))
  await client.connect(new StreamableHTTPClientTransport(server.url))
  await otel.ended('notifications/initialized')
})
afterEach(() => otel.reset())
afterAll(async () => {
  await client.close()
  await server.close()
  unregisterOtel()
})

describe('streamable HTTP', () => {
  test('the session is known to the spans from its first answer on', () => {
    expect(
      otel.spans().find((span) => span.name === 'initialize' && span.kind === SpanKind.CLIENT)?.attributes,
    ).toMatchObject({
      'mcp.session.id': 'session-1',
      'toolspan.run.id': 'session-1',
      'mcp.protocol.version': '2025-11-25',
      'server.address': '127.0.0.1',
      'server.port': Number(server.url.port),
    })
  })

  test('the server goes on with the trace of the client, and links the HTTP span (REQ-27)', async () => {
    await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    const [received, sent] = otel.spans().filter((span) => span.name === 'tools/call echo')
    expect(received?.kind).toBe(SpanKind.SERVER)
    expect(sent?.kind).toBe(SpanKind.CLIENT)
    expect(received?.parentSpanContext?.spanId).toBe(sent?.spanContext().spanId)
    const posts = otel.spans().filter((span) => span.name === 'POST')
    expect(posts.map((span) => span.spanContext().spanId)).toContain(received?.links[0]?.context.spanId)
    for (const span of [sent, received]) {
      expect(span?.attributes).toMatchObject({
        'network.transport': 'tcp',
        'network.protocol.name': 'http',
        'mcp.session.id': 'session-1',
        'toolspan.run.id': 'session-1',
        'mcp.protocol.version': '2025-11-25',
        'jsonrpc.request.id': sent?.attributes['jsonrpc.request.id'],
      })
    }
    expect(sent?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'server.port': Number(server.url.port),
    })
    expect(received?.attributes).not.toHaveProperty('server.address')
  })

  test('an HTTP error is one with its status', async () => {
    const stranger = instrumentMcpClient(new Client({ name: 'c', version: '1' }))
    const fetch = async () => new Response('busy', { status: 503 })
    await expect(stranger.connect(new StreamableHTTPClientTransport(server.url, { fetch }))).rejects.toThrow(
      'busy',
    )
    const span = otel.span('initialize')
    expect(span.status.code).toBe(SpanStatusCode.ERROR)
    expect(span.attributes['error.type']).toBe('503')
    expect(span.attributes).not.toHaveProperty('rpc.status_code')
  })

  test('a server that cannot be reached is one with its system code', async () => {
    const stranger = instrumentMcpClient(new Client({ name: 'c', version: '1' }))
    const gone = await startMcpHttpServer(() => {})
    await gone.close()
    await expect(stranger.connect(new StreamableHTTPClientTransport(gone.url))).rejects.toThrow(
      'fetch failed',
    )
    expect(otel.span('initialize').attributes['error.type']).toBe('ECONNREFUSED')
  })
})
