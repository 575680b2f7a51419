import * as api from '@opentelemetry/api'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { swallowedErrors } from '../../src/self/swallow.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { type JudgedProcess, type JudgedProcessOptions, judgedProcess } from '../support/judged-process.ts'
import { storm } from '../support/storm.ts'
import { findingsOf, type TestSpan, trace } from '../support/trace.ts'

const emptySearch: TestSpan = {
  id: 'search',
  in: 'run',
  at: [10, 20],
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'search_orders',
  'toolspan.tool.effect': 'read',
  'toolspan.result.status': 'found_none',
  'toolspan.coverage.status': 'unknown',
}
const openRun: TestSpan = {
  id: 'run',
  at: [0],
  'gen_ai.operation.name': 'invoke_agent',
  'gen_ai.agent.name': 'desk',
}
const layers = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
]

let running: JudgedProcess | undefined
const started = (options?: JudgedProcessOptions): JudgedProcess => {
  running = judgedProcess(options)
  return running
}
afterEach(async () => {
  await running?.shutdown()
  running = undefined
})

describe('a finding', () => {
  test('reaches people while the run goes on, within a few seconds of the span that completes it', () => {
    const process = started()
    process.play(openRun, emptySearch)
    expect(process.told).toEqual([])
    process.clock.advance(1_000)
    expect(process.told).toMatchObject([{ rule: 'empty-unknown-coverage', state: 'closed' }])
  })

  test('leaves as a span of its trace, a log record and a count, with the same attributes', async () => {
    const process = started()
    process.play(openRun, emptySearch)
    await process.flush()
    const [search] = process.spans()
    const [span] = process.findingSpans()
    expect(span).toMatchObject({
      name: 'finding empty-unknown-coverage',
      kind: api.SpanKind.INTERNAL,
      status: { code: api.SpanStatusCode.ERROR },
    })
    expect(span?.parentSpanContext?.spanId).toBe(search?.spanContext().spanId)
    expect(span?.spanContext().traceId).toBe(search?.spanContext().traceId)
    // The only evidence is the parent itself.
    expect(span?.links).toEqual([])
    expect(span?.startTime).toEqual(search?.startTime)
    expect(span?.endTime).toEqual(search?.endTime)
    const [log] = process.logs()
    expect(log).toMatchObject({ eventName: 'toolspan.finding', severityNumber: 13 })
    expect(log?.spanContext?.spanId).toBe(search?.spanContext().spanId)
    expect(log?.attributes).toEqual(span?.attributes)
    expect(span?.attributes).toMatchObject({
      'toolspan.finding.rule': 'empty-unknown-coverage',
      'toolspan.finding.state': 'closed',
      'toolspan.origin.service.name': 'agent',
      'gen_ai.tool.name': 'search_orders',
      'gen_ai.agent.name': 'desk',
    })
    expect(await process.points('toolspan.findings')).toEqual([
      {
        value: 1,
        attributes: {
          'toolspan.finding.rule': 'empty-unknown-coverage',
          'toolspan.finding.severity': 'warning',
          'toolspan.origin.service.name': 'agent',
          'gen_ai.tool.name': 'search_orders',
        },
      },
    ])
  })

  test('opens once and closes once, with the final numbers, when the span around its operation ends', async () => {
    const process = started()
    const spans = storm({ layers })
    const opAt = spans.find(({ id }) => id === 'op')?.at?.[1] ?? 0
    process.play(...spans.map((span) => (span.id === 'op' ? { ...span, at: [0] as const } : span)))
    process.clock.advance(2_000)
    const states = () =>
      process.told
        .filter(({ rule }) => rule === 'retry-storm')
        .map(({ state, attempts }) => [state, attempts])
    expect(states()).toEqual([['open', 9]])
    expect(process.findingSpans()).toEqual([])
    process.clock.advance(30_000)
    expect(states()).toEqual([
      ['open', 9],
      ['closed', 9],
    ])
    expect(opAt).toBeGreaterThan(0)
    await process.flush()
    expect(process.findingSpans().filter((span) => span.name === 'finding retry-storm')).toHaveLength(1)
    process.clock.advance(60_000)
    expect(states()).toHaveLength(2)
  })

  test('keeps its id when a deeper layer and an outer one turn out to belong to it', async () => {
    const process = started()
    const spans = storm({
      layers: [
        { layer: 'coordinator', tries: 2 },
        { layer: 'tool', tries: 2 },
        { layer: 'http', tries: 2 },
      ],
    })
    process.playWith(() => process.clock.advance(2_000), spans)
    await process.shutdown()
    const storms = process.told.filter(({ rule }) => rule === 'retry-storm')
    expect(new Set(storms.map(({ id }) => id)).size).toBe(1)
    expect(storms.map(({ state }) => state)).toEqual(['open', 'closed'])
    expect(storms.at(-1)).toMatchObject({ attempts: 8, layers: [{}, {}, {}] })
  })

  test('opens as critical and closes as a warning when the operation recovers in the end', async () => {
    const process = started()
    const spans = storm({ layers, recovers: true })
    const last = spans.filter(({ id }) => id !== 'op')
    const beforeTheEnd = last.slice(0, 8)
    process.play({ id: 'op', at: [0], 'toolspan.operation.id': 'op-1' }, ...beforeTheEnd)
    await process.flush()
    expect(process.told.filter(({ rule }) => rule === 'retry-storm')).toMatchObject([
      { state: 'open', severity: 'critical' },
    ])
  })

  test('is recorded with the amplification of a storm in a histogram', async () => {
    const process = started()
    process.play(...storm({ layers }))
    await process.flush()
    expect(await process.points('toolspan.retry.amplification')).toMatchObject([
      { value: { sum: 3, count: 1 } },
    ])
  })

  test('is reported at shutdown, whatever is still open', async () => {
    const process = started()
    process.play(
      openRun,
      ...storm({ layers }).map((span) => (span.id === 'op' ? { ...span, in: 'run' } : span)),
    )
    await process.processor.shutdown()
    await process.processor.shutdown()
    expect(process.told.filter(({ rule }) => rule === 'retry-storm').map(({ state }) => state)).toEqual([
      'closed',
    ])
  })

  test('is not judged itself, and one that somebody else has reported stays silent', async () => {
    const second = new ToolspanProcessor()
    const process = started({ more: [second] })
    process.play(openRun, emptySearch)
    await process.flush()
    process.clock.advance(60_000)
    expect(process.findingSpans()).toHaveLength(1)
    await second.shutdown()
    expect(process.findingSpans()).toHaveLength(1)
  })
})

test('one call that client and server both show is one finding, whichever span ends first', async () => {
  const process = started()
  const client: TestSpan = {
    ...emptySearch,
    id: 'client',
    kind: 'client',
    at: [10, 60],
    'mcp.method.name': 'tools/call',
  }
  const server: TestSpan = {
    ...emptySearch,
    id: 'server',
    in: 'client',
    kind: 'server',
    at: [20, 30],
    'mcp.method.name': 'tools/call',
  }
  process.playWith(() => process.clock.advance(2_000), [openRun, client, server])
  await process.flush()
  const [shown] = process.spans().filter(({ name }) => name === 'client')
  await process.shutdown()
  expect(process.told).toHaveLength(1)
  expect(process.told[0]?.spanIds).toEqual([shown?.spanContext().spanId])
})

describe('the host', () => {
  test('gets every span as it was, in the same order, with and without findings (REQ-36)', async () => {
    const process = started()
    process.play(openRun, emptySearch, { id: 'other', at: [30, 40], failed: true })
    await process.flush()
    expect(process.spans().map(({ name }) => name)).toEqual(['search', 'other'])
    expect(Object.keys(process.spans()[0]?.attributes ?? {})).toEqual(
      Object.keys(emptySearch).filter((name) => name.includes('.')),
    )
  })

  test('never sees an exception of ours, from a broken listener, logger, meter or tracer', async () => {
    const broken = () => {
      throw new Error('broken')
    }
    const before = { ...swallowedErrors() }
    const process = started({
      onFinding: broken,
      loggerProvider: { getLogger: broken },
      meterProvider: { getMeter: broken } as unknown as api.MeterProvider,
      tracerProvider: { getTracer: broken },
    })
    process.play(openRun, emptySearch)
    await process.flush()
    const after = swallowedErrors()
    expect((after.emit ?? 0) - (before.emit ?? 0)).toBeGreaterThanOrEqual(3)
    expect((after.hook ?? 0) - (before.hook ?? 0)).toBe(1)
    expect(process.spans()).toHaveLength(1)
  })

  test('never sees the rejection of an asynchronous listener', async () => {
    const rejections: unknown[] = []
    const note = (reason: unknown) => rejections.push(reason)
    globalThis.process.on('unhandledRejection', note)
    const before = swallowedErrors().hook ?? 0
    const process = started({
      onFinding: (() => Promise.reject(new Error('broken'))) as unknown as () => void,
    })
    process.play(openRun, emptySearch)
    await process.flush()
    await new Promise((resolve) => setImmediate(resolve))
    globalThis.process.off('unhandledRejection', note)
    expect(rejections).toEqual([])
    expect((swallowedErrors().hook ?? 0) - before).toBe(1)
  })

  test('never sees an exception over a span that is not what it should be', () => {
    const processor = new ToolspanProcessor()
    const odd: never = Object.freeze({ spanContext: () => undefined }) as never
    expect(() => processor.onStart(odd)).not.toThrow()
    expect(() => processor.onEnd(odd)).not.toThrow()
  })

  test.each([
    [
      { judgeAfterMs: -5 },
      'Expected the option judgeAfterMs of ToolspanProcessor to be a whole number of milliseconds from 10 to 2147483647, got -5',
    ],
    [{ quietMS: 3 }, 'Expected an option of ToolspanProcessor to be one of onFinding'],
    [
      { maxSpans: 100, maxSpansPerRun: 200 },
      'Expected the option maxSpansPerRun of ToolspanProcessor to be at most maxSpans (100), got 200',
    ],
    [{ onFinding: 'log' }, 'Expected the option onFinding of ToolspanProcessor to be a function, got "log"'],
  ])('is told at start which option is wrong: %j', (options, message) => {
    expect(() => new ToolspanProcessor(options as never)).toThrow(message)
  })
})

describe('the facts', () => {
  test('are bounded: a run of 100,000 spans drops what is over the limit, counts it, and says so', async () => {
    const process = started({ maxSpansPerRun: 1_000 })
    process.play(
      openRun,
      ...storm({ layers }).map((span) => (span.id === 'op' ? { ...span, in: 'run' } : span)),
    )
    const root = process.tracer.startSpan('root')
    const context = api.trace.setSpan(api.ROOT_CONTEXT, root)
    for (let index = 0; index < 100_000; index++) process.tracer.startSpan('step', {}, context).end()
    const dropped = await process.points('toolspan.self.facts_dropped')
    expect(dropped).toMatchObject([{ value: 99_000, attributes: { 'toolspan.self.reason': 'run_full' } }])
  }, 30_000)

  test('are bounded over all runs: the oldest run is judged early and its findings are not complete', async () => {
    const process = started({ maxSpans: 100, maxSpansPerRun: 100 })
    process.play({ ...emptySearch, in: 'gone' })
    for (let index = 0; index < 100; index++) process.tracer.startSpan('other', { root: true }).end()
    expect(process.told).toMatchObject([{ rule: 'empty-unknown-coverage', complete: false }])
    expect(await process.points('toolspan.self.facts_dropped')).toMatchObject([
      { attributes: { 'toolspan.self.reason': 'store_full' } },
    ])
  })

  test('are bounded in bytes over all runs, however long their texts are', async () => {
    const process = started({ maxBytes: 1_000_000 })
    process.play({ ...emptySearch, in: 'gone' })
    const attributes = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.call.id': 'x'.repeat(256) }
    for (let index = 0; index < 300; index++)
      process.tracer.startSpan('other', { root: true, attributes }).end()
    expect(process.told).toEqual([])
    for (let index = 0; index < 600; index++)
      process.tracer.startSpan('other', { root: true, attributes }).end()
    expect(process.told).toMatchObject([{ rule: 'empty-unknown-coverage', complete: false }])
    expect(await process.points('toolspan.self.facts_dropped')).toMatchObject([
      { attributes: { 'toolspan.self.reason': 'store_full' } },
    ])
  })

  test('of a run that nothing is wrong with are packed when it falls quiet, and judged when something comes', async () => {
    const process = started()
    process.play(openRun, {
      id: 'first',
      in: 'run',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_order',
      'toolspan.tool.effect': 'read',
      'toolspan.operation.fingerprint': 'abc',
      'toolspan.result.status': 'found',
    })
    process.clock.advance(20_000)
    process.play({ ...emptySearch, in: 'first' })
    process.clock.advance(5_000)
    expect(process.told).toMatchObject([{ rule: 'empty-unknown-coverage', complete: true }])
  })

  test('of a long session make room: what is over goes, and what comes is judged all the same', async () => {
    const process = started({ maxSpansPerRun: 100 })
    const turn = { 'toolspan.run.id': 'session-1' }
    for (let index = 0; index < 500; index++) {
      const root = process.tracer.startSpan('turn', { root: true, attributes: turn })
      root.setAttributes({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search' })
      root.setAttributes({ 'toolspan.result.status': 'found_none', 'toolspan.coverage.status': 'unknown' })
      root.end()
    }
    process.clock.advance(2_000)
    const empties = process.told.filter(({ rule }) => rule === 'empty-unknown-coverage')
    expect(new Set(empties.map(({ id }) => id)).size).toBe(500)
    const dropped = await process.points('toolspan.self.facts_dropped')
    expect(dropped).toMatchObject([{ attributes: { 'toolspan.self.reason': 'run_full' } }])
  })

  test('of a run are let go when it is over and quiet, and no timer is left behind', () => {
    const process = started()
    process.play({ ...emptySearch, in: 'run' }, { id: 'run', at: [0, 30] })
    expect(process.clock.pending).toBe(1)
    process.clock.advance(40_000)
    expect(process.clock.pending).toBe(0)
  })

  test('of spans that are not sampled never arrive, and nothing is claimed from their absence', async () => {
    const process = started({ sampler: { shouldSample: () => ({ decision: 0 }), toString: () => 'none' } })
    process.play(openRun, emptySearch)
    await process.flush()
    expect(process.told).toEqual([])
  })
})

test('reports in the end what a judge over all spans says, however the flushes fall', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(2, 3), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 5 }),
      async (tries, recovers, pauses) => {
        const names = ['coordinator', 'tool', 'http']
        const spans = storm({
          layers: tries.map((count, index) => ({ layer: names[index] ?? 'http', tries: count })),
          recovers,
        })
        const process = judgedProcess()
        process.playWith((moment) => {
          if (pauses.includes(moment)) process.clock.advance(4_000)
        }, spans)
        await process.shutdown()
        const closed = process.told.filter(({ state }) => state === 'closed')
        const summary = ({
          rule,
          severity,
          attempts,
          resets,
          amplification,
          recovered,
        }: (typeof closed)[number]) => ({
          rule,
          severity,
          attempts,
          resets,
          amplification,
          recovered,
        })
        expect(closed.map(summary)).toEqual(findingsOf(trace(...spans)).map(summary))
      },
    ),
    { numRuns: 30 },
  )
})
