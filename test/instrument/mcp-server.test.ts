import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { trace as apiTrace, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { instrumentMcpServer } from '../../src/instrument/mcp-server.ts'
import { connectPair, type McpPair, registerTools, type TestTools } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
const open: { close(): Promise<unknown> }[] = []

beforeAll(() => {
  otel = registerOtel()
})
afterAll(unregisterOtel)
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  otel.reset()
})

async function connect(
  register: (server: McpServer) => void,
  options: Parameters<typeof connectPair>[1] = { client: false },
): Promise<McpPair> {
  const pair = await connectPair(register, options)
  open.push(pair)
  otel.reset()
  return pair
}

async function connectTools(
  options?: Parameters<typeof connectPair>[1],
): Promise<McpPair & { tools: TestTools }> {
  let tools: TestTools | undefined
  const pair = await connect((server) => {
    tools = registerTools(server)
  }, options)
  if (!tools) throw new Error('no tools')
  open.push({ close: async () => tools?.release() })
  return { ...pair, tools }
}

async function connectLowLevel(
  answer: (args: unknown) => unknown,
  annotations?: Record<string, unknown>,
): Promise<Client> {
  const server = instrumentMcpServer(new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } }))
  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const result = await answer(request.params.arguments)
    return { content: [], ...(typeof result === 'object' && result) }
  })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: 'x', inputSchema: { type: 'object' }, ...(annotations && { annotations }) }],
  }))
  const client = new Client({ name: 'c', version: '1' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  open.push(client)
  otel.reset()
  return client
}

describe('span of a tool call', () => {
  test('is a SERVER span whose parent is the span of the client (REQ-27)', async () => {
    const { client } = await connectTools({})
    await client.callTool({ name: 'echo', arguments: { text: 'hello' } })
    const [serverSpan, clientSpan] = otel.spans()
    expect(serverSpan?.kind).toBe(SpanKind.SERVER)
    expect(clientSpan?.kind).toBe(SpanKind.CLIENT)
    expect(serverSpan?.parentSpanContext).toMatchObject({
      traceId: clientSpan?.spanContext().traceId,
      spanId: clientSpan?.spanContext().spanId,
      isRemote: true,
    })
    expect(serverSpan?.links).toEqual([])
    expect(serverSpan?.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'echo',
      'mcp.protocol.version': '2025-11-25',
      'jsonrpc.request.id': '1',
      'toolspan.layer': 'mcp_server',
      'toolspan.tool.effect': 'read',
      'toolspan.result.status': 'found',
    })
    for (const name of [
      'toolspan.operation.fingerprint',
      'toolspan.result.fingerprint',
      'jsonrpc.request.id',
    ]) {
      expect(serverSpan?.attributes[name]).toBe(clientSpan?.attributes[name])
    }
  })

  test('links the span that is active where the message arrives', async () => {
    const { client } = await connectTools()
    const remote = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }
    await otel.tracer.startActiveSpan('POST', async (http) => {
      const traceparent = `00-${remote.traceId}-${remote.spanId}-01`
      await client.callTool({ name: 'echo', arguments: { text: 'x' }, _meta: { traceparent } })
      http.end()
    })
    const span = otel.span('tools/call echo')
    expect(span.parentSpanContext).toMatchObject(remote)
    expect(span.links.map((link) => link.context.spanId)).toEqual([otel.span('POST').spanContext().spanId])
  })

  test('is a child of the active span when the caller sent no context, and a root when there is none', async () => {
    const { client } = await connectTools()
    await otel.tracer.startActiveSpan('POST', async (http) => {
      await client.callTool({ name: 'echo', arguments: { text: 'x' } })
      http.end()
    })
    const post = otel.span('POST').spanContext()
    expect(otel.span('tools/call echo').parentSpanContext?.spanId).toBe(post.spanId)
    otel.reset()
    await client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(otel.span('tools/call echo').parentSpanContext).toBeUndefined()
  })

  test('is active while the handler runs', async () => {
    const { client } = await connect((server) => {
      server.registerTool('x', {}, () => {
        otel.tracer.startSpan('query').end()
        return { content: [{ type: 'text', text: apiTrace.getActiveSpan()?.spanContext().spanId ?? '' }] }
      })
    })
    await client.callTool({ name: 'x' })
    const span = otel.span('tools/call x')
    expect(otel.span('query').parentSpanContext?.spanId).toBe(span.spanContext().spanId)
  })

  test.each([
    [{ readOnlyHint: true }, 'read'],
    [{ destructiveHint: true }, 'write'],
    [undefined, 'unknown'],
  ])('has the effect of the annotations %j: %s', async (annotations, effect) => {
    const { client } = await connect((server) => {
      server.registerTool('x', annotations ? { annotations } : {}, () => ({ content: [] }))
    })
    await client.callTool({ name: 'x' })
    expect(otel.span('tools/call x').attributes['toolspan.tool.effect']).toBe(effect)
  })

  test('of a low-level server has the effect that tools/list named', async () => {
    const client = await connectLowLevel(() => ({}), { readOnlyHint: true })
    await client.callTool({ name: 'x' })
    expect(otel.span('tools/call x').attributes['toolspan.tool.effect']).toBe('unknown')
    await client.listTools()
    otel.reset()
    await client.callTool({ name: 'x' })
    expect(otel.span('tools/call x').attributes['toolspan.tool.effect']).toBe('read')
  })
})

describe('which tools are seen', () => {
  test('those registered before and after instrumenting and connecting', async () => {
    const { client, server } = await connect(
      (bare) => {
        bare.registerTool('before', {}, () => ({ content: [] }))
        instrumentMcpServer(bare)
      },
      { client: false, server: false },
    )
    server.registerTool('after', {}, () => ({ content: [] }))
    await client.callTool({ name: 'before' })
    await client.callTool({ name: 'after' })
    const received = otel.spans().filter((span) => span.kind === SpanKind.SERVER)
    expect(received.map((span) => span.name)).toEqual(['tools/call before', 'tools/call after'])
  })

  test('each once, however often the server is instrumented', async () => {
    const { client } = await connect((server) => {
      server.registerTool('x', {}, () => ({ content: [] }))
      expect(instrumentMcpServer(server)).toBe(server)
      expect(instrumentMcpServer(server.server)).toBe(server.server)
    })
    await client.callTool({ name: 'x' })
    expect(otel.spans()).toHaveLength(1)
  })

  test('the first request names the protocol version that it settles', async () => {
    await connectPair(registerTools, { client: false }).then((pair) => open.push(pair))
    expect(otel.span('initialize').attributes['mcp.protocol.version']).toBe('2025-11-25')
  })

  test('other requests have spans, too', async () => {
    const { client } = await connectTools()
    await client.ping()
    await client.listTools()
    expect(otel.spans().map((span) => [span.name, span.kind])).toEqual([
      ['ping', SpanKind.SERVER],
      ['tools/list', SpanKind.SERVER],
    ])
  })
})

describe('status of a tool call at its server', () => {
  test.each([
    ['fail', {}],
    ['nope', {}],
    ['echo', { text: 7 }],
  ])('%s %j answers isError, which is an error', async (name, args) => {
    const { client } = await connectTools()
    await client.callTool({ name, arguments: args })
    const span = otel.span(`tools/call ${name}`)
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(span.attributes['error.type']).toBe('tool_error')
    expect(span.attributes).not.toHaveProperty('rpc.status_code')
  })

  test('what a tool threw keeps its category, which the SDK turns into text (REQ-3)', async () => {
    const { client } = await connectTools()
    const result = await client.callTool({ name: 'refused' })
    expect(result).toEqual({
      content: [{ type: 'text', text: 'connect ECONNREFUSED 10.0.0.1:5432' }],
      isError: true,
    })
    expect(otel.span('tools/call refused').attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolspan.result.status': 'failed',
      'toolspan.error.category': 'transient',
      'toolspan.error.source': 'mapped',
      'toolspan.error.code': 'ECONNREFUSED',
    })
  })

  test.each([-32700, -32600, -32601, -32602, -32002])('code %i is the fault of the caller', async (code) => {
    const client = await connectLowLevel(() => {
      throw new McpError(code, 'no')
    })
    await expect(client.callTool({ name: 'x' })).rejects.toThrow('no')
    const span = otel.span('tools/call x')
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.attributes['rpc.status_code']).toBe(String(code))
    expect(span.attributes).not.toHaveProperty('error.type')
  })

  test.each([
    [new McpError(-32603, 'no'), '-32603'],
    [new McpError(-32042, 'no'), '-32042'],
    [new TypeError('no'), '-32603'],
  ])('%s is an error of the server with code %s', async (thrown, code) => {
    const client = await connectLowLevel(() => {
      throw thrown
    })
    await expect(client.callTool({ name: 'x' })).rejects.toThrow('no')
    const span = otel.span('tools/call x')
    expect(span.status.code).toBe(SpanStatusCode.ERROR)
    expect(span.attributes).toMatchObject({ 'rpc.status_code': code, 'error.type': code })
  })

  test('a cancelled request is no error; its span lasts until the handler has settled', async () => {
    const { client, tools } = await connectTools()
    const controller = new AbortController()
    const answer = client.callTool({ name: 'wait' }, undefined, { signal: controller.signal })
    const signal = await tools.waiting
    controller.abort()
    await expect(answer).rejects.toThrow()
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    )
    expect(otel.spans().map((each) => each.name)).not.toContain('tools/call wait')
    tools.release()
    const span = await otel.ended('tools/call wait')
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    // Its handler did not listen and found something, but nobody was told.
    expect(span.attributes).toMatchObject({ 'toolspan.result.status': 'cancelled' })
  })

  test('a write that was cancelled under way is indeterminate, also when its handler did not listen', async () => {
    let release: () => void = () => {}
    const { client } = await connect((server) => {
      server.registerTool(
        'book',
        { annotations: { readOnlyHint: false } },
        () =>
          new Promise((resolve) => {
            release = () => resolve({ content: [{ type: 'text', text: 'booked' }] })
          }),
      )
    })
    const controller = new AbortController()
    const answer = client.callTool({ name: 'book' }, undefined, { signal: controller.signal })
    await client.ping()
    controller.abort()
    await expect(answer).rejects.toThrow()
    await client.ping()
    release()
    const span = await otel.ended('tools/call book')
    expect(span.attributes['toolspan.result.status']).toBe('indeterminate')
  })

  test('a handler that stops when it is cancelled is cancelled, not failed (REQ-1)', async () => {
    const started = Promise.resolve()
    const { client } = await connect((server) => {
      server.registerTool('stop', { annotations: { readOnlyHint: true } }, async (extra) => {
        await new Promise((_resolve, reject) =>
          extra.signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError'))),
        )
        return { content: [] }
      })
    })
    const controller = new AbortController()
    const answer = client.callTool({ name: 'stop' }, undefined, { signal: controller.signal })
    await started
    await client.ping()
    controller.abort()
    await expect(answer).rejects.toThrow()
    const span = await otel.ended('tools/call stop')
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.attributes['toolspan.result.status']).toBe('cancelled')
  })
})

describe('a recovery that gave up', () => {
  const context = {
    errorCategory: 'transient' as const,
    isRetryable: false,
    message: 'The archive did not answer.',
    budgetExhausted: true,
    attemptCount: 3,
    partialResults: [{ id: 1 }],
  }
  const unresolved = () => new UnresolvedError(context, 'attempts', new Error('down'))

  test('is answered with isError and the whole error context (REQ-19)', async () => {
    const { client } = await connect((server) => {
      server.registerTool('x', { annotations: { readOnlyHint: true } }, () => {
        throw unresolved()
      })
    })
    const result = await client.callTool({ name: 'x' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject(context)
    expect(otel.span('tools/call x').attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolspan.result.status': 'failed',
      'toolspan.error.category': 'transient',
      'toolspan.error.retryable': false,
      'toolspan.result.partial_count': 1,
    })
  })

  test('stays indeterminate when nobody knows whether the action took effect (REQ-18)', async () => {
    const { client } = await connect((server) => {
      server.registerTool('pay', { annotations: { destructiveHint: true } }, () => {
        throw new UnresolvedError({ ...context, status: 'indeterminate' }, 'deadline', new Error('late'))
      })
    })
    const result = await client.callTool({ name: 'pay' })
    expect(result).toMatchObject({ isError: true, structuredContent: { status: 'indeterminate' } })
    expect(otel.span('tools/call pay').attributes['toolspan.result.status']).toBe('indeterminate')
  })

  test('is answered so by a low-level server, too', async () => {
    const client = await connectLowLevel(() => {
      throw unresolved()
    })
    const result = await client.callTool({ name: 'x' })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toMatchObject(context)
  })
})

describe('instrumentMcpServer', () => {
  test('refuses what is no server, and options that are wrong', () => {
    // @ts-expect-error: for programs without types
    expect(() => instrumentMcpServer({})).toThrow(
      'Expected the server given to instrumentMcpServer to be an MCP server with setRequestHandler(), or with one as its property server, got an object',
    )
    const server = new McpServer({ name: 's', version: '1' })
    // @ts-expect-error: for programs without types
    expect(() => instrumentMcpServer(server, { redact: true })).toThrow(
      'Expected the option redact of instrumentMcpServer to be a function, got true',
    )
  })
})
