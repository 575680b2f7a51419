// Calls that fail on the way or on the client's own side: the peer sent no code, so the span has none.

import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client'
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { listen } from '../support/mcp-http-front.ts'
import type { Session } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { type SpanLine, spanLine, wordOf } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
let session: Session | undefined
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  await session?.close()
  session = undefined
  otel.reset()
})
afterAll(unregisterOtel)

const sent = (name: string): SpanLine | undefined =>
  otel
    .spans()
    .map(spanLine)
    .find((line) => line.name === name && line.kind === SpanKind.CLIENT)

function expectFailure(name: string, errorType: string): void {
  expect(sent(name)).toMatchObject({
    status: SpanStatusCode.ERROR,
    attributes: { 'error.type': errorType },
  })
  expect(sent(name)?.attributes).not.toHaveProperty('rpc.status_code')
}

describe.each([v1, v2, v2Modern])('with $name', (kit) => {
  test('a signal that carries a timer is a timeout, not a caller who stopped', async () => {
    session = await kit.connect('memory')
    await expect(session.callTool({ name: 'wait' }, { signal: AbortSignal.timeout(20) })).rejects.toThrow()
    expectFailure('tools/call wait', 'timeout')
  })

  test('a limit that progress does not move is a timeout', async () => {
    session = await kit.connect('memory', {
      tools: [
        {
          name: 'slow',
          async run({ progress, signal }) {
            while (!signal.aborted) {
              await progress(1)
              await new Promise((resolve) => setImmediate(resolve))
            }
          },
        },
      ],
    })
    const options = { timeout: 5_000, maxTotalTimeout: 20, resetTimeoutOnProgress: true, onprogress() {} }
    await expect(session.callTool({ name: 'slow' }, options)).rejects.toThrow('Maximum total timeout')
    expectFailure('tools/call slow', 'timeout')
    expect(sent('tools/call slow')?.attributes).toMatchObject({
      'toolspan.timeout.idle_ms': 5_000,
      'toolspan.timeout.total_ms': 20,
    })
  })

  test('a connection that closes under way is one', async () => {
    session = await kit.connect('memory')
    const settled = session.callTool({ name: 'wait' })
    await session.seen.first(wordOf('waiting'))
    const transport: { close(): Promise<void> } = Reflect.get(session.client, 'transport')
    await Promise.all([expect(settled).rejects.toThrow('Connection closed'), transport.close()])
    expectFailure('tools/call wait', 'connection_closed')
  })

  test('a client without a connection fails as it does without us', async () => {
    session = await kit.connect('memory')
    await session.close()
    await expect(session.callTool({ name: 'echo' })).rejects.toThrow(/not connected/i)
    expect(sent('tools/call echo')?.status).toBe(SpanStatusCode.ERROR)
    expect(sent('tools/call echo')?.attributes).not.toHaveProperty('jsonrpc.request.id')
    session = undefined
  })

  test('an answer that is none is refused by the client', async () => {
    session = await kit.connect('memory')
    const transport: { onmessage(message: { result?: object }): void } = Reflect.get(
      session.client,
      'transport',
    )
    const { onmessage } = transport
    transport.onmessage = (message) =>
      onmessage(message.result ? { ...message, result: { ...message.result, content: 'none' } } : message)
    await expect(session.callTool({ name: 'echo', arguments: { text: 'x' } })).rejects.toThrow()
    expectFailure('tools/call echo', 'invalid_result')
  })
})

const INFO = { name: 'x', version: '1' }

/** Connects a client of either version to an address where no MCP server answers. */
const CONNECT = {
  v1: (url: URL) => instrumentMcpClient(new ClientV1(INFO)).connect(new HttpV1(url) as never),
  v2: (url: URL) => instrumentMcpClient(new ClientV2(INFO)).connect(new HttpV2(url)),
}

describe.each(['v1', 'v2'] as const)('over HTTP with %s', (version) => {
  test.each([401, 404, 503])('the status %i is one', async (status) => {
    const front = await listen(async (_request, response) => {
      response.writeHead(status, { 'content-type': 'text/plain' })
      response.end('no')
    })
    await expect(CONNECT[version](front.url)).rejects.toThrow()
    await front.close()
    expectFailure('initialize', String(status))
  })

  test('a server that cannot be reached is one with its system code', async () => {
    const front = await listen(async () => {})
    await front.close()
    await expect(CONNECT[version](front.url)).rejects.toThrow('fetch failed')
    expectFailure('initialize', 'ECONNREFUSED')
  })
})
