import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { instrumentMcpClient } from '../../src/instrument/mcp-client.ts'
import { connectPair, type McpPair, registerTools, type TestTools } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

let otel: TestOtel
let pair: McpPair
let tools: TestTools

beforeAll(() => {
  otel = registerOtel()
})
afterAll(unregisterOtel)

async function connect(options: Parameters<typeof connectPair>[1] = {}): Promise<McpPair> {
  pair = await connectPair(
    (server) => {
      tools = registerTools(server)
    },
    { server: false, ...options },
  )
  await pair.client.listTools()
  otel.reset()
  return pair
}

afterEach(async () => {
  tools.release()
  await pair.close()
  otel.reset()
})

describe('span of a tool call', () => {
  test('is a CLIENT span named after method and tool, child of the active span (REQ-24)', async () => {
    await connect()
    await otel.tracer.startActiveSpan('invoke_agent a', async (agent) => {
      await pair.client.callTool({ name: 'echo', arguments: { text: 'hello' } })
      agent.end()
    })
    const span = otel.span('tools/call echo')
    expect(span.kind).toBe(SpanKind.CLIENT)
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.parentSpanContext?.spanId).toBe(otel.span('invoke_agent a').spanContext().spanId)
    expect(span.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'echo',
      'mcp.protocol.version': '2025-11-25',
      'jsonrpc.request.id': '2',
      'toolspan.layer': 'mcp_client',
      'toolspan.tool.effect': 'read',
      'toolspan.timeout.call_ms': 60_000,
      'toolspan.result.status': 'found',
      'toolspan.coverage.status': 'unknown',
      'toolspan.freshness.status': 'unknown',
    })
    expect(span.attributes['toolspan.operation.fingerprint']).toMatch(/^[0-9a-f]{12}$/)
    expect(span.attributes['toolspan.result.fingerprint']).toMatch(/^[0-9a-f]{12}$/)
  })

  test('has no network, session or run where the transport has none (REQ-39)', async () => {
    await connect()
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    const names = Object.keys(otel.span('tools/call echo').attributes)
    expect(
      names.filter((name) => /^(network|server|mcp\.session|toolspan\.run|error|rpc)/.test(name)),
    ).toEqual([])
  })

  test('is one, although callTool makes a request', async () => {
    await connect()
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(otel.spans().map((span) => span.name)).toEqual(['tools/call echo'])
  })

  test('is also there for a request made without callTool, and for the streaming variant', async () => {
    await connect()
    const stream = pair.client.experimental.tasks.callToolStream({ name: 'echo', arguments: { text: 'x' } })
    for await (const message of stream) expect(message.type).toBe('result')
    expect(otel.span('tools/call echo').attributes['toolspan.result.status']).toBe('found')
  })

  test('says when a look-up came back with nothing (REQ-1)', async () => {
    await connect()
    await pair.client.callTool({ name: 'empty' })
    expect(otel.span('tools/call empty').status.code).toBe(SpanStatusCode.UNSET)
    expect(otel.span('tools/call empty').attributes).toMatchObject({
      'toolspan.result.status': 'found_none',
      'toolspan.coverage.status': 'unknown',
    })
  })

  test('names the conversation as the run when the application says so', async () => {
    await connect({ client: { conversationId: () => 'conv-41' } })
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(otel.span('tools/call echo').attributes).toMatchObject({
      'gen_ai.conversation.id': 'conv-41',
      'toolspan.run.id': 'conv-41',
    })
  })

  test('takes the effect from the annotations and lets the application overrule them', async () => {
    await connect({ client: { tools: { echo: { effect: 'write', idempotent: true } } } })
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    await pair.client.callTool({ name: 'refund', arguments: { order: '1' } })
    expect(otel.span('tools/call echo').attributes).toMatchObject({
      'toolspan.tool.effect': 'write',
      'toolspan.tool.idempotent': true,
    })
    expect(otel.span('tools/call refund').attributes['toolspan.tool.effect']).toBe('write')
  })

  test('shows the timers in force, and an idle window as such (REQ-34)', async () => {
    await connect()
    const call = { name: 'echo', arguments: { text: 'x' } }
    await pair.client.callTool(call, undefined, { timeout: 1_500 })
    expect(otel.span('tools/call echo').attributes['toolspan.timeout.call_ms']).toBe(1_500)
    otel.reset()
    const options = { timeout: 1_500, resetTimeoutOnProgress: true, maxTotalTimeout: 9_000, onprogress() {} }
    await pair.client.callTool(call, undefined, options)
    const { attributes } = otel.span('tools/call echo')
    expect(attributes['toolspan.timeout.idle_ms']).toBe(1_500)
    expect(attributes['toolspan.timeout.total_ms']).toBe(9_000)
    expect(attributes).not.toHaveProperty('toolspan.timeout.call_ms')
  })

  test('counts progress, which the host sees unchanged', async () => {
    await connect()
    const seen: unknown[] = []
    const onprogress = (progress: unknown) => seen.push(progress)
    await pair.client.callTool({ name: 'progress' }, undefined, { onprogress })
    expect(seen).toEqual([{ progress: 1 }, { progress: 2 }])
    expect(otel.span('tools/call progress').attributes['toolspan.progress.count']).toBe(2)
  })

  test('has one fingerprint for equal calls of a trace, and another for other arguments', async () => {
    await connect()
    await otel.tracer.startActiveSpan('run', async (run) => {
      for (const text of ['a', 'a', 'b']) await pair.client.callTool({ name: 'echo', arguments: { text } })
      run.end()
    })
    const [first, second, third] = otel
      .spans()
      .map((span) => span.attributes['toolspan.operation.fingerprint'])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  test('has no fingerprints when they are switched off', async () => {
    await connect({ client: { fingerprints: false } })
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    const names = Object.keys(otel.span('tools/call echo').attributes)
    expect(names.filter((name) => name.endsWith('fingerprint'))).toEqual([])
  })
})

describe('status of a tool call at its client', () => {
  test('isError is an error of the tool (REQ-2)', async () => {
    await connect()
    await pair.client.callTool({ name: 'fail' })
    const span = otel.span('tools/call fail')
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR })
    expect(span.attributes).toMatchObject({ 'error.type': 'tool_error', 'toolspan.result.status': 'failed' })
    expect(span.attributes).not.toHaveProperty('rpc.status_code')
  })

  test('an unknown tool of this SDK is an error result', async () => {
    await connect()
    await pair.client.callTool({ name: 'nope' })
    expect(otel.span('tools/call nope').attributes['error.type']).toBe('tool_error')
  })

  test('bad arguments are an error result', async () => {
    await connect()
    await pair.client.callTool({ name: 'echo', arguments: { text: 7 } })
    expect(otel.span('tools/call echo').attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolspan.result.status': 'failed',
      'toolspan.error.category': 'validation',
    })
  })

  test("a timer that fired is a timeout, with no code of the peer's (REQ-34)", async () => {
    await connect()
    await expect(pair.client.callTool({ name: 'wait' }, undefined, { timeout: 5 })).rejects.toThrow(
      'timed out',
    )
    const span = otel.span('tools/call wait')
    expect(span.status.code).toBe(SpanStatusCode.ERROR)
    expect(span.attributes).toMatchObject({
      'error.type': 'timeout',
      'toolspan.result.status': 'failed',
      'toolspan.error.category': 'transient',
    })
    expect(span.attributes).not.toHaveProperty('rpc.status_code')
  })

  test('a signal that carries a timer is a timeout, too', async () => {
    await connect()
    const signal = AbortSignal.timeout(5)
    await expect(pair.client.callTool({ name: 'wait' }, undefined, { signal })).rejects.toThrow()
    expect(otel.span('tools/call wait').attributes['error.type']).toBe('timeout')
  })

  test('a call that its caller stopped is no error', async () => {
    await connect()
    const controller = new AbortController()
    const answer = pair.client.callTool({ name: 'wait' }, undefined, { signal: controller.signal })
    await tools.waiting
    controller.abort(new Error('user stop'))
    await expect(answer).rejects.toThrow('user stop')
    const span = otel.span('tools/call wait')
    expect(span.status.code).toBe(SpanStatusCode.UNSET)
    expect(span.attributes).not.toHaveProperty('error.type')
    expect(span.attributes['toolspan.result.status']).toBe('cancelled')
  })

  test('a call that was stopped before it was sent has no request id', async () => {
    await connect()
    const signal = AbortSignal.abort()
    await expect(pair.client.callTool({ name: 'wait' }, undefined, { signal })).rejects.toBe(signal.reason)
    expect(otel.span('tools/call wait').attributes).not.toHaveProperty('jsonrpc.request.id')
    expect(otel.span('tools/call wait').attributes['toolspan.result.status']).toBe('cancelled')
  })

  test('a connection that closed under way is one, with no code of the peer', async () => {
    await connect()
    const answer = pair.client.callTool({ name: 'wait' })
    await tools.waiting
    await pair.server.close()
    await expect(answer).rejects.toThrow('Connection closed')
    const { attributes } = otel.span('tools/call wait')
    expect(attributes['error.type']).toBe('connection_closed')
    expect(attributes).not.toHaveProperty('rpc.status_code')
  })

  test('a call without a connection fails as it does without us', async () => {
    await connect()
    await pair.client.close()
    await expect(pair.client.callTool({ name: 'echo' })).rejects.toThrow('Not connected')
    expect(otel.span('tools/call echo').attributes['error.type']).toBe('Error')
  })
})

describe('errors of the peer', () => {
  /** A low-level server that answers tool calls with whatever is thrown. */
  async function connectThrowing(thrown: unknown): Promise<Client> {
    const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(CallToolRequestSchema, () => {
      throw thrown
    })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [
        { name: 'x', inputSchema: { type: 'object' }, outputSchema: { type: 'object', required: ['a'] } },
      ],
    }))
    const client = instrumentMcpClient(new Client({ name: 'c', version: '1' }))
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(far)
    await client.connect(near)
    otel.reset()
    return client
  }

  test.each([-32603, -32602, -32000, -32001, -32042])('code %i is an error with that code', async (code) => {
    const client = await connectThrowing(new McpError(code, 'no'))
    await expect(client.callTool({ name: 'x' })).rejects.toThrow('no')
    const span = otel.span('tools/call x')
    expect(span.status.code).toBe(SpanStatusCode.ERROR)
    expect(span.attributes).toMatchObject({ 'error.type': String(code), 'rpc.status_code': String(code) })
    await client.close()
  })

  test('an answer that the client itself refuses has no code', async () => {
    const client = await connectThrowing(undefined)
    await client.listTools()
    await client.close()
    const server = new Server({ name: 's', version: '1' }, { capabilities: { tools: {} } })
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [] }))
    const [near, far] = InMemoryTransport.createLinkedPair()
    await server.connect(far)
    await client.connect(near)
    otel.reset()
    await expect(client.callTool({ name: 'x' })).rejects.toThrow('output schema')
    const { attributes } = otel.span('tools/call x')
    expect(attributes['error.type']).toBe('invalid_result')
    expect(attributes).not.toHaveProperty('rpc.status_code')
    await client.close()
  })
})

describe('spans of other messages', () => {
  test('there is one for every request and notification of a session', async () => {
    await connect()
    const session = await connectPair(
      (server) => {
        registerTools(server)
        server.registerPrompt('greet', {}, () => ({
          messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }],
        }))
        server.registerResource('r', 'file:///notes/a.txt?token=s3cret', {}, (uri) => ({
          contents: [{ uri: uri.href, text: 'x' }],
        }))
      },
      { server: false },
    )
    await session.client.ping()
    await session.client.listTools()
    await session.client.getPrompt({ name: 'greet' })
    await session.client.readResource({ uri: 'file:///notes/a.txt?token=s3cret' })
    await session.close()
    expect(otel.spans().map((span) => [span.name, span.kind])).toEqual(
      [
        'initialize',
        'notifications/initialized',
        'ping',
        'tools/list',
        'prompts/get greet',
        'resources/read',
      ].map((name) => [name, SpanKind.CLIENT]),
    )
    expect(otel.span('initialize').attributes).toEqual({
      'mcp.method.name': 'initialize',
      'jsonrpc.request.id': '0',
      'mcp.protocol.version': '2025-11-25',
      'toolspan.timeout.call_ms': 60_000,
      'toolspan.timeout.connect_ms': 60_000,
    })
    expect(otel.span('ping').attributes).not.toHaveProperty('toolspan.timeout.connect_ms')
    expect(otel.span('prompts/get greet').attributes['gen_ai.prompt.name']).toBe('greet')
    expect(otel.span('resources/read').attributes['mcp.resource.uri']).toBe('file:///notes/a.txt')
    expect(otel.span('notifications/initialized').attributes).not.toHaveProperty('toolspan.timeout.call_ms')
  })

  test('an unknown method is an error with its code', async () => {
    await connect()
    await expect(pair.client.listPrompts()).rejects.toThrow('Method not found')
    expect(otel.span('prompts/list').attributes).toMatchObject({
      'error.type': '-32601',
      'rpc.status_code': '-32601',
    })
  })
})

describe('instrumentMcpClient', () => {
  test('gives the same client back and does nothing the second time', async () => {
    await connect()
    const { callTool } = pair.client
    expect(instrumentMcpClient(pair.client)).toBe(pair.client)
    expect(pair.client.callTool).toBe(callTool)
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(otel.spans()).toHaveLength(1)
  })

  test('works on a client that is connected already', async () => {
    await connect({ client: false })
    instrumentMcpClient(pair.client)
    await pair.client.callTool({ name: 'echo', arguments: { text: 'x' } })
    expect(otel.span('tools/call echo').attributes['toolspan.result.status']).toBe('found')
  })

  test('refuses what is no client, and options that are wrong', () => {
    // @ts-expect-error: for programs without types
    expect(() => instrumentMcpClient({})).toThrow(
      'Expected the client given to instrumentMcpClient to be an MCP client with callTool(), request() and notification(), got an object',
    )
    const client = new Client({ name: 'c', version: '1' })
    // @ts-expect-error: for programs without types
    expect(() => instrumentMcpClient(client, { captureArgument: true })).toThrow(
      /Expected an option of instrumentMcpClient to be one of .*captureArguments.*, got "captureArgument"/,
    )
    // @ts-expect-error: for programs without types
    expect(() => instrumentMcpClient(client, { tools: { x: { effect: 'reads' } } })).toThrow(
      'Expected the option effect of instrumentMcpClient for the tool "x" to be "read", "write" or "unknown", got "reads"',
    )
  })
})
