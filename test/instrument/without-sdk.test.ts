import * as api from '@opentelemetry/api'
import { afterEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { UnresolvedError } from '../../src/budget/unresolved-error.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { connectPair, registerTools } from '../support/mcp-pair.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

const NOT_SAMPLED: api.SpanContext = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 0 }

afterEach(unregisterOtel)

describe('without an OpenTelemetry SDK', () => {
  test('a traced tool only calls through', async () => {
    expect(traceTool('x', (value: number) => value + 1)(1)).toBe(2)
    expect(await traceTool('x', async (value: number) => value + 1, { effect: 'read' })(1)).toBe(2)
  })

  test('an MCP session works, and nothing is written into its messages', async () => {
    const metas: unknown[] = []
    const { client, close } = await connectPair((server) => {
      registerTools(server)
      server.registerTool('meta', {}, (extra) => {
        metas.push(extra._meta)
        return { content: [] }
      })
    })
    expect(await client.callTool({ name: 'echo', arguments: { text: 'x' } })).toEqual({
      content: [{ type: 'text', text: 'x' }],
    })
    await client.callTool({ name: 'meta' })
    expect(metas).toEqual([undefined])
    expect((await client.listTools()).tools).toHaveLength(8)
    await close()
  })

  test('a recovery that gave up is still answered with its whole error context (REQ-19)', async () => {
    const { client, close } = await connectPair((server) => {
      server.registerTool('x', {}, () => {
        const context = { errorCategory: 'other' as const, isRetryable: false, message: 'gone' }
        throw new UnresolvedError(context, 'attempts', new Error('down'))
      })
    })
    const result = await client.callTool({ name: 'x' })
    expect(result).toMatchObject({ isError: true, structuredContent: { errorCategory: 'other' } })
    await close()
  })

  test('a recovery inside a tool still learns that it may repeat a read', async () => {
    let tries = 0
    const find = traceTool(
      'find',
      () =>
        recover({ owner: 'find', maxAttempts: 2, deadlineMs: 5_000, random: () => 0 }, async () => {
          tries++
          if (tries === 1) throw Object.assign(new Error('x'), { code: 'ECONNRESET' })
          return 'found'
        }),
      { effect: 'read' },
    )
    expect(await find()).toBe('found')
    expect(tries).toBe(2)
  })
})

describe('in a trace that is not sampled', () => {
  test('no span is recorded, and the decision travels on (REQ-27)', async () => {
    const otel = registerOtel()
    const seen: (api.SpanContext | undefined)[] = []
    const { client, close } = await connectPair((server) => {
      server.registerTool('x', {}, (extra) => {
        seen.push(api.trace.getActiveSpan()?.spanContext())
        return { content: [{ type: 'text', text: String(extra._meta?.traceparent) }] }
      })
    })
    const inner = traceTool('inner', () => api.trace.getActiveSpan()?.spanContext().traceFlags)
    otel.reset()
    const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, NOT_SAMPLED)
    const result = await api.context.with(parent, () => client.callTool({ name: 'x' }))
    expect(result.content).toEqual([
      {
        type: 'text',
        text: expect.stringMatching(new RegExp(`^00-${NOT_SAMPLED.traceId}-[0-9a-f]{16}-00$`)),
      },
    ])
    expect(api.context.with(parent, inner)).toBe(0)
    expect(otel.spans()).toEqual([])
    expect(seen[0]).toMatchObject({ traceId: NOT_SAMPLED.traceId, traceFlags: 0 })
    await close()
  })

  test('neither arguments nor results are read', () => {
    registerOtel()
    let reads = 0
    const payload = new Proxy(
      { q: 1 },
      {
        ownKeys(target) {
          reads++
          return Reflect.ownKeys(target)
        },
      },
    )
    const tool = traceTool('x', (_args: object) => payload)
    const parent = api.trace.setSpanContext(api.ROOT_CONTEXT, NOT_SAMPLED)
    api.context.with(parent, () => tool(payload))
    expect(reads).toBe(0)
    tool(payload)
    expect(reads).toBeGreaterThan(0)
  })
})

describe('an SDK that is registered later', () => {
  test('is found, and so is the next one', async () => {
    const tool = traceTool('x', () => 1)
    tool()
    const first = registerOtel()
    tool()
    expect(first.spans()).toHaveLength(1)
    unregisterOtel()
    const second = registerOtel()
    tool()
    expect(first.spans()).toHaveLength(1)
    expect(second.spans()).toHaveLength(1)
  })
})

describe('an SDK that fails', () => {
  test('does not reach the host (REQ-36)', async () => {
    const fault = () => {
      throw new Error('broken SDK')
    }
    api.trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: fault, startActiveSpan: fault }) })
    const { client, close } = await connectPair(registerTools)
    expect(await client.callTool({ name: 'echo', arguments: { text: 'x' } })).toEqual({
      content: [{ type: 'text', text: 'x' }],
    })
    expect(traceTool('x', () => 7)()).toBe(7)
    await close()
  })
})
