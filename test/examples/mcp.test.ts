import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { SpanKind } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handler } from '../../examples/mcp/handler.ts'
import { server } from '../../examples/mcp/strangers.ts'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { listenFetch } from '../support/mcp-http-front.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'
import { ROOT } from './built.ts'
import { codeBlocks, snippetsOf } from './readme-blocks.ts'

let otel: TestOtel
beforeAll(() => {
  otel = registerOtel()
})
afterEach(() => otel.reset())
afterAll(unregisterOtel)

const toolSpans = () => otel.spans().filter((span) => span.name.startsWith('tools/call'))

describe('docs/mcp.md', () => {
  it('shows code that stands in an example, word for word', () => {
    const files = ['examples', 'examples/mcp'].flatMap((folder) =>
      readdirSync(join(ROOT, folder))
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
    )
    const snippets = new Set(files.flatMap((file) => [...snippetsOf(file).values()]))
    const blocks = codeBlocks(readFileSync(join(ROOT, 'docs/mcp.md'), 'utf8'))
    const shown = blocks.filter(({ language }) => language === 'ts').map(({ code }) => code)
    expect(shown.length).toBeGreaterThan(2)
    expect(shown.filter((code) => !snippets.has(code))).toEqual([])
  })

  it('a server that is made for each request is seen in each', async () => {
    const front = await listenFetch(
      (request, parsed) => handler.fetch(request, parsed),
      () => {},
    )
    const client = instrumentMcpClient(
      new Client({ name: 'asker', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } }),
    )
    await client.connect(new StreamableHTTPClientTransport(front.url))
    for (const region of ['eu', 'us']) await client.callTool({ name: 'list_returns', arguments: { region } })
    await client.close()
    await front.close()
    expect(toolSpans().map((span) => span.kind)).toEqual([
      SpanKind.SERVER,
      SpanKind.CLIENT,
      SpanKind.SERVER,
      SpanKind.CLIENT,
    ])
    expect(toolSpans()[0]?.attributes['mcp.protocol.version']).toBe('2026-07-28')
  })

  it('a server that anybody may call links what its callers claim', async () => {
    const [near, far] = InMemoryTransport.createLinkedPair()
    server.registerTool('x', {}, () => ({ content: [] }))
    await server.connect(far)
    const client = new Client({ name: 'stranger', version: '1.0.0' })
    await client.connect(near)
    const claimed = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) }
    const _meta = { traceparent: `00-${claimed.traceId}-${claimed.spanId}-01` }
    await client.callTool({ name: 'x', _meta })
    await client.close()
    const [span] = toolSpans()
    expect(span?.spanContext().traceId).not.toBe(claimed.traceId)
    expect(span?.links.map((link) => link.context)).toMatchObject([claimed])
  })
})
