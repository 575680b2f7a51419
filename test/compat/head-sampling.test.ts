import * as api from '@opentelemetry/api'
import { AlwaysOffSampler, createAlwaysRecordSampler, ParentBasedSampler } from '@opentelemetry/sdk-trace'
import { afterEach, describe, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { judgedProcess } from '../support/judged-process.ts'
import { connectPair, registerTools } from '../support/mcp-pair.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'
import { registerPoints } from '../support/points.ts'
import { storm } from '../support/storm.ts'

const LAYERS = [
  { layer: 'coordinator', tries: 3 },
  { layer: 'tool', tries: 3 },
]
const none = new ParentBasedSampler({ root: new AlwaysOffSampler() })

describe('a run that is not sampled', () => {
  test('never reaches the processor: nothing is found, and nothing is counted', async () => {
    const process = judgedProcess({ sampler: none })
    process.play(...storm({ layers: LAYERS }))
    await process.flush()
    expect(process.told).toEqual([])
    expect(await process.points('toolspan.findings')).toEqual([])
    await process.shutdown()
  })

  test('is judged under an always-record sampler: log records and counts leave, no span does', async () => {
    const process = judgedProcess({ sampler: createAlwaysRecordSampler(none) })
    process.play(...storm({ layers: LAYERS }))
    await process.flush()
    expect(process.told.filter(({ state }) => state === 'closed').map(({ rule }) => rule)).toContain(
      'retry-storm',
    )
    const logs = process.logs().filter(({ eventName }) => eventName === 'toolspan.finding')
    expect(logs.length).toBeGreaterThan(0)
    expect(new Set(logs.map(({ spanContext }) => spanContext?.traceFlags))).toEqual(
      new Set([api.TraceFlags.NONE]),
    )
    const counted = await process.points('toolspan.findings')
    expect(counted.map(({ attributes }) => attributes['toolspan.finding.rule'])).toContain('retry-storm')
    expect([...process.spans(), ...process.findingSpans()]).toEqual([])
    await process.shutdown()
  })
})

test('a call below a caller that is not sampled is judged under an always-record sampler, too', async () => {
  const told: Finding[] = []
  const processor = new ToolspanProcessor({ onFinding: (finding) => told.push(finding) })
  registerOtel({ sampler: createAlwaysRecordSampler(none), processors: [processor] })
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: api.TraceFlags.NONE }
  const search = traceTool('search', () => [], { effect: 'read' })
  api.context.with(api.trace.setSpanContext(api.ROOT_CONTEXT, caller), search)
  await processor.forceFlush()
  expect(told).toMatchObject([{ rule: 'empty-unknown-coverage', traceId: caller.traceId }])
  await processor.shutdown()
  unregisterOtel()
})

describe('the metrics of calls', () => {
  afterEach(unregisterOtel)

  test('are complete, whatever is sampled', async () => {
    const points = registerPoints()
    const otel = registerOtel({ sampler: none })
    const { client, close } = await connectPair(registerTools)
    const find = traceTool('find', () => client.callTool({ name: 'empty' }))
    await find()
    await find()
    await close()
    expect(otel.spans()).toEqual([])
    const results = await points('toolspan.tool.results')
    expect(results.map(({ value, attributes }) => [attributes['gen_ai.tool.name'], value])).toEqual(
      expect.arrayContaining([
        ['find', 2],
        ['empty', 2],
      ]),
    )
  })
})
