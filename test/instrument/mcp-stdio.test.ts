import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import type { SpanLine } from '../fixtures/mcp-stdio-server.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const SERVER = fileURLToPath(new URL('../fixtures/mcp-stdio-server.ts', import.meta.url))

let otel: TestOtel
let client: Client
let folder: string

beforeAll(async () => {
  otel = registerOtel()
  folder = mkdtempSync(join(tmpdir(), 'toolspan-stdio-'))
  client = instrumentMcpClient(new Client({ name: 'c', version: '1' }))
  const env = { TOOLSPAN_TEST_SPANS: join(folder, 'spans.jsonl') }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [SERVER], env }))
})

afterAll(async () => {
  await client.close()
  unregisterOtel()
  rmSync(folder, { recursive: true })
})

const serverSpans = (): SpanLine[] =>
  readFileSync(join(folder, 'spans.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a server in a process of its own, over stdio', () => {
  test('goes on with the trace of its client (REQ-27)', async () => {
    await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    const sent = otel.span('tools/call echo')
    const received = serverSpans().find((span) => span.name === 'tools/call echo')
    expect(received).toMatchObject({
      kind: SpanKind.SERVER,
      status: SpanStatusCode.UNSET,
      traceId: sent.spanContext().traceId,
      parentSpanId: sent.spanContext().spanId,
    })
    for (const span of [sent, received]) {
      expect(span?.attributes).toMatchObject({
        'network.transport': 'pipe',
        'mcp.protocol.version': '2025-11-25',
        'jsonrpc.request.id': '1',
        'toolspan.result.status': 'found',
      })
    }
    for (const name of ['toolspan.operation.fingerprint', 'toolspan.result.fingerprint']) {
      expect(received?.attributes[name]).toBe(sent.attributes[name])
    }
  })

  test('whose process ends under way is a closed connection to its client', async () => {
    await expect(client.callTool({ name: 'crash' })).rejects.toThrow('Connection closed')
    const span = otel.span('tools/call crash')
    expect(span.status.code).toBe(SpanStatusCode.ERROR)
    expect(span.attributes['error.type']).toBe('connection_closed')
  })
})
