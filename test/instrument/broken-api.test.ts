import * as api from '@opentelemetry/api'
import { afterEach, describe, expect, test } from 'vitest'
import { recover } from '../../src/budget/recover.ts'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { connectPair } from '../support/mcp-pair.ts'
import { registerOtel, type TestOtel, unregisterOtel } from '../support/otel.ts'

afterEach(unregisterOtel)

const broken = (): never => {
  throw new Error('broken')
}

/** Plays every boundary and says how often the host's own functions ran. */
async function play(): Promise<{ tools: number; attempts: number; handled: number }> {
  const ran = { tools: 0, attempts: 0, handled: 0 }
  const count = traceTool('count', () => ++ran.tools, { effect: 'read' })
  expect(count()).toBe(1)
  const failing = traceTool('fail', async () => {
    ran.tools++
    throw new Error('mine')
  })
  await expect(failing()).rejects.toThrow('mine')
  const answer = await recover(
    { owner: 'x', maxAttempts: 2, deadlineMs: 5_000, effect: 'read', random: () => 0 },
    ({ number }) => {
      ran.attempts++
      if (number === 1) throw Object.assign(new Error('x'), { code: 'ECONNRESET' })
      return 'fine'
    },
  )
  expect(answer).toBe('fine')
  const { client, close } = await connectPair((server) => {
    server.registerTool('a', {}, () => {
      ran.handled++
      return { content: [{ type: 'text', text: 'A' }] }
    })
  })
  expect((await client.callTool({ name: 'a' })).content).toEqual([{ type: 'text', text: 'A' }])
  await close()
  return ran
}

const ONCE = { tools: 2, attempts: 2, handled: 1 }

describe('a context manager that throws', () => {
  test.each([
    ['before it runs anything', broken],
    [
      'after it has run it',
      (_context: api.Context, work: (...args: unknown[]) => unknown, target: unknown, ...args: unknown[]) => {
        work.apply(target, args)
        broken()
      },
    ],
    ['by running nothing', () => undefined],
  ])('does not reach the host, and runs its functions as often as without us: %s', async (_when, run) => {
    registerOtel()
    api.context.disable()
    const manager = { active: broken, with: run, bind: broken, enable: () => manager, disable: () => manager }
    // A manager is a program of somebody's: its types promise what it does not keep.
    api.context.setGlobalContextManager(manager as unknown as api.ContextManager)
    expect(await play()).toEqual(ONCE)
  })
})

describe('what throws once a span has started', () => {
  const started: string[] = []
  const open = (otel: TestOtel): string[] => {
    const ended = otel.spans().map((span) => span.spanContext().spanId)
    return started.filter((id) => !ended.includes(id))
  }
  const register = (): TestOtel => {
    started.length = 0
    return registerOtel({
      processors: [
        {
          onStart: (span) => started.push(span.spanContext().spanId),
          onEnd() {},
          forceFlush: async () => {},
          shutdown: async () => {},
        },
      ],
    })
  }

  test('a propagator: no span is lost, and calls are still traced', async () => {
    const otel = register()
    api.propagation.disable()
    api.propagation.setGlobalPropagator({ inject: broken, extract: broken, fields: () => [] })
    expect(await play()).toEqual(ONCE)
    expect(open(otel)).toEqual([])
    expect(otel.spans().filter(({ name }) => name === 'tools/call a')).toHaveLength(2)
  })

  test('a meter: no span is lost, and calls are still traced', async () => {
    const otel = register()
    api.metrics.setGlobalMeterProvider({ getMeter: broken })
    expect(await play()).toEqual(ONCE)
    expect(open(otel)).toEqual([])
    expect(otel.spans().filter(({ name }) => name === 'tools/call a')).toHaveLength(2)
  })

  test('spans of a provider that throw at everything do not reach the host', async () => {
    const spanContext = () => ({ traceId: '1'.repeat(32), spanId: '1'.repeat(16), traceFlags: 1 })
    const span = new Proxy({}, { get: (_t, name) => (name === 'spanContext' ? spanContext : broken) })
    api.trace.setGlobalTracerProvider({
      getTracer: () => ({ startSpan: () => span as api.Span, startActiveSpan: broken }),
    })
    expect(await play()).toEqual(ONCE)
  })
})
