import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import type { Kit, Session } from '../support/mcp-kit.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { type SpanLine, spanLine } from '../support/mcp-seen.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

const { CLIENT, INTERNAL, SERVER } = SpanKind

let otel: TestOtel
let session: Session
beforeAll(() => {
  otel = registerOtel()
})
afterEach(async () => {
  await session.close()
  otel.reset()
})
afterAll(unregisterOtel)

const lines = (kind: SpanKind): SpanLine[] =>
  otel
    .spans()
    .map(spanLine)
    .filter((line) => line.kind === kind && /execute_tool|tools\/call/.test(line.name))

const echo = (): Promise<unknown> => session.callTool({ name: 'echo', arguments: { text: 'x' } })

/** Runs `work` within a span as the AI SDK and others make one for each tool that they run. */
function executingTool<R>(tool: string, work: (span: Span) => Promise<R>): Promise<R> {
  const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool }
  return otel.tracer.startActiveSpan(`execute_tool ${tool}`, { kind: INTERNAL, attributes }, async (span) => {
    try {
      return await work(span)
    } finally {
      span.end()
    }
  })
}

async function connect(kit: Kit, options: Parameters<Kit['connect']>[1] = {}): Promise<void> {
  session = await kit.connect('memory', options)
  await session.request('tools/list')
  otel.reset()
}

describe.each([v1, v2, v2Modern])(
  'a span of another instrumentation that traces the call, with $name',
  (kit) => {
    test('gets the attributes, and there is no second span', async () => {
      await connect(kit)
      await executingTool('echo', echo)
      expect(lines(CLIENT)).toEqual([])
      const [outer] = lines(INTERNAL)
      expect(outer?.name).toBe('execute_tool echo')
      expect(outer?.attributes).toMatchObject({
        'gen_ai.operation.name': 'execute_tool',
        'mcp.method.name': 'tools/call',
        'mcp.protocol.version': kit.protocolVersion,
        'toolspan.result.status': 'found',
        'toolspan.tool.effect': 'read',
        'toolspan.timeout.call_ms': 60_000,
      })
      // Whose layer it is, its own instrumentation knows.
      expect(outer?.attributes).not.toHaveProperty('toolspan.layer')
      const [received] = lines(SERVER)
      expect(received).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId })
      expect(received?.attributes['jsonrpc.request.id']).toBe(outer?.attributes['jsonrpc.request.id'])
    })

    test('shows a failure that it would not have shown, and is ended by its owner', async () => {
      await connect(kit)
      let isRecording: boolean | undefined
      await executingTool('fail', async (span) => {
        await session.callTool({ name: 'fail' })
        isRecording = span.isRecording()
      })
      expect(isRecording).toBe(true)
      const [outer] = lines(INTERNAL)
      expect(outer?.status).toBe(SpanStatusCode.ERROR)
      expect(outer?.attributes).toMatchObject({
        'error.type': 'tool_error',
        'toolspan.result.status': 'failed',
      })
    })

    test('stands for one call: a second one inside it is another try, with a span of its own', async () => {
      await connect(kit)
      await executingTool('echo', async () => {
        await echo()
        await echo()
      })
      const [outer] = lines(INTERNAL)
      expect(lines(CLIENT).map((line) => line.parentSpanId)).toEqual([outer?.spanId])
      expect(lines(SERVER)).toHaveLength(2)
    })
  },
)

describe('no span of another instrumentation', () => {
  test.each<[string, (work: () => Promise<unknown>) => Promise<unknown>]>([
    ['is one of another tool', (work) => executingTool('other', work)],
    [
      'is one with a span in between',
      (work) =>
        executingTool('echo', () =>
          otel.tracer.startActiveSpan('retry', async (span) => {
            await work()
            span.end()
          }),
        ),
    ],
    ['is one of traceTool, which tells itself what the call meant', (work) => traceTool('echo', work)()],
    [
      'is one of an agent',
      (work) =>
        otel.tracer.startActiveSpan(
          'invoke_agent a',
          { attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.tool.name': 'echo' } },
          async (span) => {
            await work()
            span.end()
          },
        ),
    ],
    [
      'is one of another kind',
      (work) =>
        otel.tracer.startActiveSpan(
          'tools/call echo',
          {
            kind: SpanKind.PRODUCER,
            attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'echo' },
          },
          async (span) => {
            await work()
            span.end()
          },
        ),
    ],
  ])('%s: the call has its own', async (_why, within) => {
    await connect(v1)
    await within(echo)
    expect(lines(CLIENT).map((line) => line.name)).toEqual(['tools/call echo'])
    expect(lines(CLIENT)[0]?.attributes['toolspan.layer']).toBe('mcp_client')
  })

  test('is taken where the application does not want that', async () => {
    await connect(v1, { client: { reuseExecuteToolSpan: false } })
    await executingTool('echo', echo)
    const [outer] = lines(INTERNAL)
    expect(lines(CLIENT).map((line) => line.parentSpanId)).toEqual([outer?.spanId])
    expect(outer?.attributes).not.toHaveProperty('mcp.method.name')
  })

  test('is written to once it has ended', async () => {
    await connect(v1)
    let settled: Promise<unknown> = Promise.resolve()
    await executingTool('echo', async () => {
      settled = echo()
    })
    await settled
    expect(lines(INTERNAL)[0]?.attributes).not.toHaveProperty('toolspan.result.status')
  })
})
