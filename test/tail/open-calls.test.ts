import * as api from '@opentelemetry/api'
import { afterEach, describe, expect, test } from 'vitest'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { type JudgedProcess, type JudgedProcessOptions, judgedProcess } from '../support/judged-process.ts'

const MINUTE_MS = 60_000
const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search_orders' }
const MCP_CALL = { ...TOOL, 'mcp.method.name': 'tools/call' }
const OVER_HTTP = { 'network.transport': 'tcp', 'network.protocol.name': 'http' }

let running: JudgedProcess | undefined
function begin(options?: JudgedProcessOptions): JudgedProcess {
  running = judgedProcess(options)
  return running
}
afterEach(async () => {
  await running?.shutdown()
  running = undefined
})

interface Opening {
  readonly in?: api.Span
  readonly kind?: api.SpanKind
  readonly name?: string
}

/** Starts a span at the process's own time; the test ends it. */
function open(process: JudgedProcess, attributes: api.Attributes, opening: Opening = {}): api.Span {
  const { in: parent, kind = api.SpanKind.INTERNAL, name = 'span' } = opening
  return process.tracer.startSpan(
    name,
    { kind, attributes, startTime: hrTime(process.clock.now()) },
    parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, parent),
  )
}

function end(process: JudgedProcess, span: api.Span): void {
  span.end(hrTime(process.clock.now()))
}

function hrTime(epochMs: number): api.HrTime {
  return [Math.trunc(epochMs / 1000), (epochMs % 1000) * 1e6]
}

const openCalls = (process: JudgedProcess) =>
  process.logs().filter(({ eventName }) => eventName === 'toolspan.call.open')

/** The ids of the spans that were reported, in order. */
const reported = (process: JudgedProcess) => openCalls(process).map(({ spanContext }) => spanContext?.spanId)
const idOf = (span: api.Span) => span.spanContext().spanId

describe('a call without a known timer', () => {
  test('is reported once when it has been open for half an hour, with its age (REQ-37)', () => {
    const process = begin()
    const call = open(process, { ...TOOL, 'toolspan.layer': 'agent', 'gen_ai.agent.name': 'desk' })
    process.clock.advance(29 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    process.clock.advance(MINUTE_MS + 15_000)
    const [log] = openCalls(process)
    expect(log).toMatchObject({
      severityNumber: 13,
      body: 'search_orders has been open for 30 min, and no timer that limits it is known',
      attributes: { ...TOOL, 'toolspan.layer': 'agent', 'gen_ai.agent.name': 'desk' },
    })
    expect(log?.spanContext).toMatchObject({ spanId: idOf(call), traceId: call.spanContext().traceId })
    const ageMs = Number(log?.attributes['toolspan.call.age_ms'])
    expect(ageMs).toBeGreaterThanOrEqual(30 * MINUTE_MS)
    expect(ageMs).toBeLessThanOrEqual(30 * MINUTE_MS + 15_000)
    expect(log?.attributes).not.toHaveProperty(['toolspan.timeout.call_ms'])
    process.clock.advance(600 * MINUTE_MS)
    expect(reported(process)).toHaveLength(1)
  })

  test.each([
    ['over HTTP', { ...MCP_CALL, ...OVER_HTTP }],
    ['of a model', { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm-1' }],
  ])('%s is reported after five minutes', (_where, attributes) => {
    const process = begin()
    const call = open(process, attributes, { kind: api.SpanKind.CLIENT })
    process.clock.advance(5 * MINUTE_MS - 1)
    expect(reported(process)).toEqual([])
    process.clock.advance(15_001)
    expect(reported(process)).toEqual([idOf(call)])
    // Who reads the record must know which window the call has outlived.
    const [log] = openCalls(process)
    const protocol = 'network.protocol.name'
    expect(log?.attributes[protocol]).toBe(Reflect.get(attributes, protocol))
  })

  test('is reported after the window that the options set', () => {
    const process = begin({ httpIdleWindowMs: 10_000, idleWindowMs: 20_000 })
    const http = open(process, { ...MCP_CALL, ...OVER_HTTP })
    const local = open(process, TOOL)
    process.clock.advance(11_000)
    expect(reported(process)).toEqual([idOf(http)])
    process.clock.advance(10_000)
    expect(reported(process)).toEqual([idOf(http), idOf(local)])
  })

  test('of any MCP request counts, not only of tools', () => {
    const process = begin()
    const read = open(process, { 'mcp.method.name': 'resources/read', ...OVER_HTTP })
    process.clock.advance(6 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(read)])
    expect(openCalls(process)[0]?.body).toMatch(/^resources\/read has been open for 5/)
  })

  test('is left alone once it has ended, and no timer is left behind', () => {
    const process = begin()
    const call = open(process, TOOL)
    process.clock.advance(10 * MINUTE_MS)
    expect(process.clock.pending).toBe(1)
    end(process, call)
    process.clock.advance(120 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    expect(process.clock.pending).toBe(0)
  })
})

describe('a call with timers', () => {
  test('is not reported while its own clock runs, however long that is', () => {
    const process = begin()
    const call = open(process, { ...TOOL, 'toolspan.timeout.call_ms': 120 * MINUTE_MS })
    process.clock.advance(120 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    end(process, call)
  })

  test('is reported when it outlives them, with the timers in force (REQ-34)', () => {
    const process = begin()
    open(process, { ...TOOL, 'toolspan.timeout.call_ms': 10_000 })
    process.clock.advance(14_000)
    expect(reported(process)).toEqual([])
    process.clock.advance(16_000)
    expect(openCalls(process)).toMatchObject([
      {
        attributes: { 'toolspan.timeout.call_ms': 10_000 },
        body: expect.stringMatching(
          /^search_orders has been open for [\d.]+ s, though it has timers of 10 s$/,
        ),
      },
    ])
  })

  test('whose timer limits silence is reported when it falls silent for longer', () => {
    const process = begin()
    const call = open(process, { ...TOOL, 'toolspan.timeout.idle_ms': MINUTE_MS })
    for (const count of [1, 2, 3]) {
      process.clock.advance(50_000)
      call.setAttribute('toolspan.progress.count', count)
    }
    expect(reported(process)).toEqual([])
    process.clock.advance(2 * MINUTE_MS)
    expect(openCalls(process)).toMatchObject([
      { attributes: { 'toolspan.timeout.idle_ms': MINUTE_MS, 'toolspan.progress.count': 3 } },
    ])
  })

  test('is reported at its total, even if it goes on showing signs of life', () => {
    const process = begin()
    const call = open(process, {
      ...TOOL,
      'toolspan.timeout.idle_ms': MINUTE_MS,
      'toolspan.timeout.total_ms': 3 * MINUTE_MS,
    })
    for (let count = 1; count <= 8; count++) {
      process.clock.advance(30_000)
      call.setAttribute('toolspan.progress.count', count)
    }
    expect(reported(process)).toHaveLength(1)
  })
})

describe('a sign of life', () => {
  test('is anything that starts or ends below the call, at any depth', () => {
    const process = begin()
    const call = open(process, TOOL)
    process.clock.advance(20 * MINUTE_MS)
    const step = open(process, {}, { in: call })
    process.clock.advance(20 * MINUTE_MS)
    const inner = open(process, {}, { in: step })
    process.clock.advance(20 * MINUTE_MS)
    end(process, inner)
    end(process, step)
    process.clock.advance(29 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    process.clock.advance(2 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(call)])
  })

  test('is not what goes on beside the call', () => {
    const process = begin()
    const agent = open(process, { 'gen_ai.operation.name': 'invoke_agent' })
    const call = open(process, TOOL, { in: agent })
    for (let minute = 0; minute < 31; minute++) {
      process.clock.advance(MINUTE_MS)
      end(process, open(process, TOOL, { in: agent }))
    }
    expect(reported(process)).toEqual([idOf(call)])
  })

  test('is progress, and an event on the span', () => {
    const process = begin()
    const call = open(process, { ...MCP_CALL, ...OVER_HTTP })
    process.clock.advance(4 * MINUTE_MS)
    call.setAttribute('toolspan.progress.count', 1)
    process.clock.advance(4 * MINUTE_MS)
    call.addEvent('chunk')
    process.clock.advance(4 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    process.clock.advance(2 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(call)])
  })

  test('is a request that the server makes of the client in the meantime, though its parent is elsewhere', () => {
    const process = begin()
    const call = open(process, { ...MCP_CALL, ...OVER_HTTP }, { kind: api.SpanKind.CLIENT })
    const { traceId } = call.spanContext()
    process.clock.advance(4 * MINUTE_MS)
    const elsewhere = api.trace.wrapSpanContext({ traceId, spanId: 'b'.repeat(16), traceFlags: 1 })
    const sampling = open(
      process,
      { 'mcp.method.name': 'sampling/createMessage' },
      { in: elsewhere, kind: api.SpanKind.SERVER },
    )
    end(process, sampling)
    process.clock.advance(4 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    process.clock.advance(2 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(call)])
  })
})

describe('stays quiet about', () => {
  test('a call that waits for an inner one: the innermost speaks', () => {
    const process = begin()
    const outer = open(process, TOOL)
    const agent = open(process, { 'gen_ai.operation.name': 'invoke_agent' }, { in: outer })
    const inner = open(process, { ...MCP_CALL, ...OVER_HTTP }, { in: agent })
    process.clock.advance(120 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(inner)])
    end(process, inner)
    process.clock.advance(31 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(inner), idOf(outer)])
  })

  test('a call that waits for a person', () => {
    const process = begin()
    const call = open(process, { ...MCP_CALL, ...OVER_HTTP }, { kind: api.SpanKind.CLIENT })
    const { traceId } = call.spanContext()
    const elsewhere = api.trace.wrapSpanContext({ traceId, spanId: 'b'.repeat(16), traceFlags: 1 })
    const question = open(
      process,
      { 'mcp.method.name': 'elicitation/create' },
      { in: elsewhere, kind: api.SpanKind.SERVER },
    )
    process.clock.advance(300 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    end(process, question)
    process.clock.advance(6 * MINUTE_MS)
    expect(reported(process)).toEqual([idOf(call)])
  })

  test.each([
    ['an agent', { 'gen_ai.operation.name': 'invoke_agent' }],
    ['an HTTP request', { 'http.request.method': 'GET', 'url.full': 'https://a.test/mcp' }],
    ['a notification', { 'mcp.method.name': 'notifications/message' }],
    ['a stream that stays open by design', { 'mcp.method.name': 'subscriptions/listen' }],
    ['a span of somebody else', {}],
  ])('%s', (_what, attributes) => {
    const process = begin()
    open(process, attributes, { kind: api.SpanKind.CLIENT })
    process.clock.advance(600 * MINUTE_MS)
    expect(reported(process)).toEqual([])
  })

  test('a call that is not sampled', () => {
    const process = begin({ sampler: { shouldSample: () => ({ decision: 0 }), toString: () => 'none' } })
    open(process, TOOL)
    process.clock.advance(60 * MINUTE_MS)
    expect(reported(process)).toEqual([])
    expect(process.clock.pending).toBe(0)
  })
})

describe('the processor', () => {
  test('tells of what is due when it is flushed, and when it shuts down', async () => {
    const process = begin({ idleWindowMs: 2 * MINUTE_MS })
    const first = open(process, TOOL)
    process.clock.advance(2 * MINUTE_MS - 1)
    const second = open(process, TOOL)
    process.clock.advance(1)
    await process.flush()
    expect(reported(process)).toEqual([idOf(first)])
    process.clock.advance(2 * MINUTE_MS - 1)
    await process.processor.shutdown()
    expect(reported(process)).toEqual([idOf(first), idOf(second)])
    expect(process.clock.pending).toBe(0)
  })

  test('goes on judging as soon as ever while calls are open', () => {
    const process = begin()
    open(process, TOOL)
    process.clock.advance(7_000)
    const empty = { ...TOOL, 'toolspan.result.status': 'found_none', 'toolspan.coverage.status': 'unknown' }
    end(process, open(process, empty))
    process.clock.advance(1_000)
    expect(process.told).toMatchObject([{ rule: 'empty-unknown-coverage' }])
  })

  test('follows at most so many open spans', () => {
    const process = begin({ maxSpans: 100, maxSpansPerRun: 100, idleWindowMs: 10_000 })
    for (let index = 0; index < 150; index++) open(process, TOOL)
    process.clock.advance(12_000)
    expect(reported(process)).toHaveLength(100)
  })

  test('keeps a broken logger from the host (REQ-36)', () => {
    const before = swallowedErrors().emit ?? 0
    const process = begin({
      idleWindowMs: 10_000,
      loggerProvider: {
        getLogger: () => {
          throw new Error('broken')
        },
      },
    })
    open(process, TOOL)
    expect(() => process.clock.advance(20_000)).not.toThrow()
    expect((swallowedErrors().emit ?? 0) - before).toBe(1)
  })

  test('reads nothing of a span when it starts', () => {
    const processor = new ToolspanProcessor()
    let reads = 0
    const span = {
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
      instrumentationScope: { name: 'test' },
      get attributes() {
        reads++
        return {}
      },
    }
    processor.onStart(span as never)
    expect(reads).toBe(0)
  })

  test.each([
    ['idleWindowMs', 10],
    ['httpIdleWindowMs', '5m'],
  ])('is told at start that %s is wrong: %j', (option, value) => {
    expect(() => new ToolspanProcessor({ [option]: value })).toThrow(
      `Expected the option ${option} of ToolspanProcessor to be a whole number of milliseconds from 5000 to 2147483647, got ${JSON.stringify(value)}`,
    )
  })
})
