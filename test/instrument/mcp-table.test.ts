// What is true of every SDK version, protocol and transport: one table, run against all of them, with real clients
// and servers. Over stdio the server is a process of its own.
import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Kit, NOTE_URI, type Session, WAYS, type Way } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { messageOf, type Seen, type SpanLine, spanLine, spanOf, wordOf } from '../support/mcp-seen.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, SERVER } = SpanKind
const { ERROR, UNSET } = SpanStatusCode

/** Takes in the spans of this process. */
let seen: Seen | undefined

beforeAll(() => {
  registerOtel({
    processors: [
      {
        onStart() {},
        onEnd: (span) => seen?.add({ span: spanLine(span) }),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
})
afterAll(unregisterOtel)

const MATRIX = [v1, v2, v2Modern].flatMap((kit) => WAYS.map((way) => ({ kit, way })))

const NETWORK: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  memory: {},
  stdio: { 'network.transport': 'pipe' },
  http: { 'network.transport': 'tcp', 'network.protocol.name': 'http' },
}

describe.each(MATRIX)('$kit.name over $way', ({ kit, way }: { kit: Kit; way: Way }) => {
  let session: Session

  beforeAll(async () => {
    session = await kit.connect(way)
    seen = session.seen
    // What its tools do is known to a client that has seen their list.
    await session.request('tools/list')
  })
  afterAll(() => session.close())
  beforeEach(() => session.seen.forget())

  const ended = (name: string, kind: SpanKind): Promise<SpanLine> => session.seen.first(spanOf(name, kind))
  const spans = (name: string): SpanLine[] =>
    session.seen.all().flatMap((sight) => ('span' in sight && sight.span.name === name ? [sight.span] : []))

  /** Both spans of a call of `tool`, however the call ended. */
  async function call(
    tool: string,
    args: Record<string, unknown> = {},
    options: Parameters<Session['callTool']>[1] = {},
  ): Promise<{ sent: SpanLine; received: SpanLine; answer: unknown; error: unknown }> {
    const settled = await session.callTool({ name: tool, arguments: args }, options).then(
      (answer) => ({ answer, error: undefined }),
      (error: unknown) => ({ answer: undefined, error }),
    )
    const name = `tools/call ${tool}`
    return { sent: await ended(name, CLIENT), received: await ended(name, SERVER), ...settled }
  }

  test('a call is one CLIENT span with one SERVER span below it, in one trace (REQ-24, REQ-27)', async () => {
    const { sent, received } = await call('echo', { text: 'hello' })
    expect(received).toMatchObject({ traceId: sent.traceId, parentSpanId: sent.spanId })
    for (const [span, layer] of [
      [sent, 'mcp_client'],
      [received, 'mcp_server'],
    ] as const) {
      expect(span.status).toBe(UNSET)
      expect(span.attributes).toMatchObject({
        ...NETWORK[way],
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'echo',
        'mcp.protocol.version': kit.protocolVersion,
        'toolspan.layer': layer,
        'toolspan.result.status': 'found',
      })
    }
    for (const name of ['jsonrpc.request.id', 'toolspan.operation.fingerprint']) {
      expect(received.attributes[name]).toBe(sent.attributes[name])
      expect(received.attributes[name]).toBeTypeOf('string')
    }
    expect(spans('tools/call echo')).toHaveLength(2)
  })

  test('session and run are those of the transport, and never made up (REQ-39)', async () => {
    const { sent, received } = await call('echo', { text: 'x' })
    const session = way === 'http' && !kit.isModern ? 'session-1' : undefined
    for (const { attributes } of [sent, received]) {
      expect(attributes['mcp.session.id']).toBe(session)
      expect(attributes['toolspan.run.id']).toBe(session)
    }
  })

  test('the address of the server stands on what is sent to it, and nowhere else', async () => {
    const { sent, received } = await call('echo', { text: 'x' })
    expect(sent.attributes['server.address']).toBe(way === 'http' ? '127.0.0.1' : undefined)
    expect(received.attributes).not.toHaveProperty('server.address')
  })

  if (way === 'http')
    test('the span of the HTTP request is linked', async () => {
      const { received } = await call('echo', { text: 'x' })
      const post = await session.seen.first((sight) =>
        'span' in sight && sight.span.name === 'POST' && received.links.includes(sight.span.spanId)
          ? sight.span
          : undefined,
      )
      expect(post.traceId).not.toBe(received.traceId)
    })

  test('a look-up that found nothing is none that failed (REQ-1)', async () => {
    const { sent, received } = await call('empty')
    for (const { status, attributes } of [sent, received]) {
      expect(status).toBe(UNSET)
      expect(attributes['toolspan.result.status']).toBe('found_none')
    }
  })

  test('isError is an error on both sides, without a code (REQ-2, REQ-13)', async () => {
    const { sent, received } = await call('fail')
    for (const { status, attributes } of [sent, received]) {
      expect(status).toBe(ERROR)
      expect(attributes).toMatchObject({ 'error.type': 'tool_error', 'toolspan.result.status': 'failed' })
      expect(attributes).not.toHaveProperty('rpc.status_code')
    }
  })

  test('the server keeps the category of what a tool threw, which the SDK turns into text (REQ-3)', async () => {
    const { received } = await call('refused')
    expect(received.attributes).toMatchObject({
      'error.type': 'tool_error',
      'toolspan.error.category': 'transient',
      'toolspan.error.source': 'mapped',
      'toolspan.error.code': 'ECONNREFUSED',
    })
  })

  test('bad arguments are seen on the server, although no tool ran (REQ-13)', async () => {
    const { sent, received } = await call('echo', { text: 7 })
    for (const { status, attributes } of [sent, received]) {
      expect(status).toBe(ERROR)
      expect(attributes).toMatchObject({
        'error.type': 'tool_error',
        'toolspan.error.category': 'validation',
      })
    }
  })

  test('an unknown tool is seen on the server, and is the fault of its caller (REQ-13)', async () => {
    const { sent, received, error } = await call('nope')
    expect(sent.status).toBe(ERROR)
    if (kit === v1) {
      // Version 1 answers with an error result, against the protocol.
      expect(received.status).toBe(ERROR)
      expect(received.attributes['error.type']).toBe('tool_error')
      return
    }
    expect(error).toMatchObject({ code: -32602 })
    expect(sent.attributes).toMatchObject({ 'error.type': '-32602', 'rpc.status_code': '-32602' })
    expect(received.status).toBe(UNSET)
    expect(received.attributes['rpc.status_code']).toBe('-32602')
    expect(received.attributes).not.toHaveProperty('error.type')
  })

  test('a method that no server has is seen on it, too', async () => {
    // Over modern HTTP it comes back with the status 404, and the SDK tells its host of that only.
    const [code, type] =
      kit.isModern && way === 'http' ? [{ status: 404 }, '404'] : [{ code: -32601 }, '-32601']
    await expect(session.request('toys/list')).rejects.toMatchObject(code)
    const sent = await ended('toys/list', CLIENT)
    const received = await ended('toys/list', SERVER)
    expect(sent.status).toBe(ERROR)
    expect(sent.attributes['error.type']).toBe(type)
    expect(received).toMatchObject({ status: UNSET, parentSpanId: sent.spanId })
    expect(received.attributes['rpc.status_code']).toBe('-32601')
  })

  /** What tells a server that its caller has gone: a message, or the end of the response where there is a stream each. */
  async function expectCancelOnTheWire(id: unknown, word: string): Promise<void> {
    if (kit.isModern && way === 'http') {
      expect(word).toContain('Connection closed')
      expect(session.seen.all().some((sight) => messageOf('notifications/cancelled')(sight))).toBe(false)
      return
    }
    const message = await session.seen.first(messageOf('notifications/cancelled'))
    expect(message.params).toMatchObject({ requestId: Number(id) })
  }

  test('a timer that fires is a timeout to the client and a cancel on the wire (REQ-17, REQ-34)', async () => {
    const { sent, received, error } = await call('wait', {}, { timeout: 50 })
    expect(error).toBeInstanceOf(Error)
    expect(sent.status).toBe(ERROR)
    expect(sent.attributes).toMatchObject({
      'error.type': 'timeout',
      'toolspan.timeout.call_ms': 50,
      'toolspan.result.status': 'failed',
      'toolspan.error.category': 'transient',
    })
    expect(sent.attributes).not.toHaveProperty('rpc.status_code')
    expect(received.status).toBe(UNSET)
    const word = await session.seen.first(wordOf('aborted'))
    await expectCancelOnTheWire(sent.attributes['jsonrpc.request.id'], word)
  })

  test('a caller that stops its call is no error on either side, and a cancel on the wire (REQ-1)', async () => {
    const controller = new AbortController()
    const settled = call('stop', {}, { signal: controller.signal })
    await session.seen.first(wordOf('waiting'))
    controller.abort(new Error('user stop'))
    const { sent, received } = await settled
    for (const { status, attributes } of [sent, received]) {
      expect(status).toBe(UNSET)
      expect(attributes['toolspan.result.status']).toBe('cancelled')
      expect(attributes).not.toHaveProperty('error.type')
      expect(attributes).not.toHaveProperty('rpc.status_code')
    }
    await expectCancelOnTheWire(sent.attributes['jsonrpc.request.id'], 'Connection closed')
  })

  if (!kit.isModern || way !== 'http')
    test('a cancel belongs to the request that it takes back', async () => {
      const controller = new AbortController()
      const settled = call('stop', {}, { signal: controller.signal })
      await session.seen.first(wordOf('waiting'))
      controller.abort()
      const { received } = await settled
      expect(await ended('notifications/cancelled', SERVER)).toMatchObject({
        traceId: received.traceId,
        parentSpanId: received.spanId,
      })
    })

  test('progress is counted on both spans and has none of its own', async () => {
    const heard: unknown[] = []
    const { sent, received } = await call('progress', {}, { onprogress: (progress) => heard.push(progress) })
    // What comes in one piece with the answer is dropped by the SDK itself.
    if (way !== 'stdio') expect(heard).toEqual([{ progress: 1 }, { progress: 2 }, { progress: 3 }])
    expect(sent.attributes['toolspan.progress.count'] ?? 0).toBe(heard.length)
    expect(received.attributes['toolspan.progress.count']).toBe(3)
    expect(spans('notifications/progress')).toEqual([])
  })

  describe.each([
    ['elicit', 'elicitation/create'],
    ['sample', 'sampling/createMessage'],
    ['roots', 'roots/list'],
  ])('a tool that asks its client: %s', (tool, method) => {
    if (!kit.isModern)
      test(`sends ${method} within its call, and the client answers within that`, async () => {
        const { sent, received } = await call(tool)
        const asked = await ended(method, CLIENT)
        const answered = await ended(method, SERVER)
        expect(asked).toMatchObject({ traceId: sent.traceId, parentSpanId: received.spanId, status: UNSET })
        expect(answered).toMatchObject({ traceId: sent.traceId, parentSpanId: asked.spanId, status: UNSET })
        expect(answered.attributes['jsonrpc.request.id']).toBe(asked.attributes['jsonrpc.request.id'])
        expect(asked.attributes['jsonrpc.request.id']).toBeTypeOf('string')
        expect(asked.attributes).not.toHaveProperty('gen_ai.operation.name')
      })

    if (kit.isModern)
      test('is one CLIENT span with a SERVER span for each round', async () => {
        const { sent } = await call(tool)
        expect(sent.attributes['toolspan.result.status']).toBe('found')
        // Another process tells of its spans when it gets to it.
        await session.seen.first((sight) => {
          const span = spanOf(`tools/call ${tool}`, SERVER)(sight)
          return span?.attributes['toolspan.result.status'] === 'found' ? span : undefined
        })
        const [first, second, ...more] = spans(`tools/call ${tool}`).filter((span) => span.kind === SERVER)
        expect(more).toEqual([])
        expect(first?.attributes['toolspan.result.status']).toBe('input_required')
        expect(second?.attributes['toolspan.result.status']).toBe('found')
        expect(first?.attributes['jsonrpc.request.id']).not.toBe(second?.attributes['jsonrpc.request.id'])
        for (const round of [first, second]) {
          expect(round).toMatchObject({ traceId: sent.traceId, parentSpanId: sent.spanId, status: UNSET })
        }
        const answered = await ended(method, SERVER)
        expect(answered).toMatchObject({ traceId: sent.traceId, parentSpanId: sent.spanId })
        expect(answered.attributes).not.toHaveProperty('jsonrpc.request.id')
      })
  })

  if (kit.isModern)
    test('rounds are not counted as progress, although the host hears of them', async () => {
      const heard: unknown[] = []
      const { sent } = await call('elicit', {}, { onprogress: (progress) => heard.push(progress) })
      expect(heard).toHaveLength(1)
      expect(sent.attributes).not.toHaveProperty('toolspan.progress.count')
    })

  test('an answer that the client itself refuses is an error of the client only', async () => {
    await session.request('tools/list')
    await Reflect.apply(Reflect.get(session.client, 'listTools'), session.client, [])
    session.seen.forget()
    const { sent, received, error } = await call('drift')
    expect(error).toMatchObject({ code: -32602 })
    expect(sent.status).toBe(ERROR)
    expect(sent.attributes).toMatchObject({
      'error.type': 'invalid_result',
      'toolspan.error.category': 'other',
    })
    expect(sent.attributes).not.toHaveProperty('rpc.status_code')
    expect(received.status).toBe(UNSET)
    expect(received.attributes['toolspan.result.status']).toBe('found')
  })

  test('prompts and resources are named, and the URI says no secret', async () => {
    await session.request('prompts/get', { name: 'greet' })
    await session.request('resources/read', { uri: NOTE_URI })
    for (const kind of [CLIENT, SERVER]) {
      expect((await ended('prompts/get greet', kind)).attributes['gen_ai.prompt.name']).toBe('greet')
      const { attributes } = await ended('resources/read', kind)
      expect(attributes['mcp.resource.uri']).toBe('file:///notes/a.txt')
      expect(attributes).not.toHaveProperty('gen_ai.operation.name')
    }
  })

  test('the context travels under its plain keys, and nothing else of ours does (REQ-27)', async () => {
    const { sent, answer } = await call('meta')
    const [{ text }] = Reflect.get(Object(answer), 'content')
    expect(JSON.parse(text)).toEqual({ traceparent: `00-${sent.traceId}-${sent.spanId}-01` })
  })
})
