import * as api from '@opentelemetry/api'
import type { MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { MeterProvider, MetricReader } from '@opentelemetry/sdk-metrics'
import { AlwaysOffSampler } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { METRICS } from '../../src/semconv/metrics.ts'
import { v1 } from '../support/mcp-kit-v1.ts'
import { v2, v2Modern } from '../support/mcp-kit-v2.ts'
import { connectPair, registerTools } from '../support/mcp-pair.ts'
import { registerOtel, unregisterOtel } from '../support/otel.ts'

/** Hands out what was recorded when it is asked. */
class AskedReader extends MetricReader {
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

interface Point {
  readonly attributes: api.Attributes
  /** The sum of a counter, the number of values of a histogram. */
  readonly count: number
}

let reader: AskedReader

beforeEach(() => {
  // Metrics count calls that no span tells of, too.
  registerOtel({ sampler: new AlwaysOffSampler() })
  reader = new AskedReader()
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
})
afterEach(unregisterOtel)

async function metric(name: string): Promise<MetricData | undefined> {
  const { resourceMetrics }: { resourceMetrics: ResourceMetrics } = await reader.collect()
  return resourceMetrics.scopeMetrics
    .flatMap((scope) => scope.metrics)
    .find((each) => each.descriptor.name === name)
}

async function points(name: string): Promise<Point[]> {
  const recorded = await metric(name)
  return (recorded?.dataPoints ?? []).map(({ attributes, value }) => ({
    attributes,
    count: typeof value === 'number' ? value : value.count,
  }))
}

test('durations of MCP messages are measured on both sides (REQ-29)', async () => {
  const { client, close } = await connectPair(registerTools)
  await client.callTool({ name: 'echo', arguments: { text: 'x' } })
  await client.callTool({ name: 'fail' })
  await expect(client.listPrompts()).rejects.toThrow()
  await close()
  const tool = { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool' }
  const version = { 'mcp.protocol.version': '2025-11-25' }
  for (const side of ['client', 'server']) {
    const recorded = await points(`mcp.${side}.operation.duration`)
    expect(recorded).toContainEqual({
      attributes: { ...tool, ...version, 'gen_ai.tool.name': 'echo' },
      count: 1,
    })
    expect(recorded).toContainEqual({
      attributes: { ...tool, ...version, 'gen_ai.tool.name': 'fail', 'error.type': 'tool_error' },
      count: 1,
    })
  }
  expect(await points('mcp.client.operation.duration')).toContainEqual({
    attributes: {
      ...version,
      'mcp.method.name': 'prompts/list',
      'error.type': '-32601',
      'rpc.status_code': '-32601',
    },
    count: 1,
  })
})

test.each([v1, v2])('sessions of $name are measured when they have closed, at both ends', async (kit) => {
  const session = await kit.connect('http')
  await session.request('ping')
  expect(await points('mcp.client.session.duration')).toEqual([])
  await session.close()
  const wire = {
    'mcp.protocol.version': '2025-11-25',
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
  }
  const server = { 'server.address': '127.0.0.1', 'server.port': expect.any(Number) }
  expect(await points('mcp.client.session.duration')).toEqual([
    { attributes: { ...wire, ...server }, count: 1 },
  ])
  expect(await points('mcp.server.session.duration')).toEqual([{ attributes: wire, count: 1 }])
})

test('a connection without a session has no duration, nor has one that closes again', async () => {
  const modern = await v2Modern.connect('http')
  await modern.request('tools/list')
  await modern.close()
  const session = await v1.connect('memory')
  await session.close()
  await session.close()
  for (const side of ['client', 'server']) {
    const wires = (await points(`mcp.${side}.session.duration`)).map(({ count }) => count)
    expect(wires, side).toEqual([1])
  }
})

test('instruments are created as they are declared', async () => {
  const { client, close } = await connectPair(registerTools)
  await client.callTool({ name: 'fail' })
  traceTool('x', () => 1)()
  await close()
  for (const name of [
    'mcp.client.operation.duration',
    'mcp.server.operation.duration',
    'mcp.client.session.duration',
    'mcp.server.session.duration',
    'gen_ai.execute_tool.duration',
    'toolspan.tool.results',
  ]) {
    const declared = METRICS.find((each) => each.name === name)
    const recorded = await metric(name)
    expect(recorded?.descriptor).toMatchObject({ unit: declared?.unit, description: declared?.brief })
    const [point] = recorded?.dataPoints ?? []
    if (typeof point?.value === 'object' && 'buckets' in point.value) {
      expect(point.value.buckets.boundaries).toEqual(declared?.buckets)
    }
    for (const each of recorded?.dataPoints ?? []) {
      expect(declared?.attributes).toEqual(expect.arrayContaining(Object.keys(each.attributes)))
    }
  }
})

test('results are counted once a call, where they are consumed', async () => {
  const { client, close } = await connectPair(registerTools)
  await client.listTools()
  const echo = traceTool('echo', (text: string) => client.callTool({ name: 'echo', arguments: { text } }))
  await echo('x')
  await client.callTool({ name: 'empty' })
  await client.callTool({ name: 'refused' })
  await close()
  const results = await points('toolspan.tool.results')
  expect(results).toEqual([
    {
      attributes: {
        'gen_ai.tool.name': 'echo',
        'toolspan.result.status': 'found',
        'toolspan.coverage.status': 'unknown',
        'toolspan.freshness.status': 'unknown',
      },
      count: 1,
    },
    {
      attributes: {
        'gen_ai.tool.name': 'empty',
        'toolspan.result.status': 'found_none',
        'toolspan.coverage.status': 'unknown',
        'toolspan.freshness.status': 'unknown',
      },
      count: 1,
    },
    {
      attributes: {
        'gen_ai.tool.name': 'refused',
        'toolspan.result.status': 'failed',
        'toolspan.error.category': 'transient',
        'toolspan.coverage.status': 'unknown',
        'toolspan.freshness.status': 'unknown',
      },
      count: 1,
    },
  ])
  expect(await points('gen_ai.execute_tool.duration')).toEqual([
    { attributes: { 'gen_ai.tool.name': 'echo', 'gen_ai.tool.type': 'function' }, count: 1 },
  ])
})

test('instruments are those of the provider in force: a late one gets what follows, and so does its successor', async () => {
  unregisterOtel()
  const { client, close } = await connectPair(registerTools)
  const echo = () => client.callTool({ name: 'echo', arguments: { text: 'x' } })
  const countedBy = async (calls: number): Promise<number[]> => {
    unregisterOtel()
    reader = new AskedReader()
    api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }))
    for (let call = 0; call < calls; call++) await echo()
    const names = ['mcp.client.operation.duration', 'mcp.server.operation.duration', 'toolspan.tool.results']
    return Promise.all(
      names.map(async (name) => (await points(name)).reduce((sum, { count }) => sum + count, 0)),
    )
  }
  await echo()
  expect(await countedBy(2)).toEqual([2, 2, 2])
  expect(await countedBy(3)).toEqual([3, 3, 3])
  await close()
})

test('a tool name that no server registered is _OTHER, for a model may make up any number', async () => {
  const { client, close } = await connectPair(registerTools)
  await client.listTools()
  await client.callTool({ name: 'made_up_1' })
  await client.callTool({ name: 'made_up_2' })
  await close()
  for (const name of [
    'mcp.client.operation.duration',
    'mcp.server.operation.duration',
    'toolspan.tool.results',
  ]) {
    const calls = (await points(name)).filter((point) => 'gen_ai.tool.name' in point.attributes)
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ attributes: { 'gen_ai.tool.name': '_OTHER' }, count: 2 })
  }
})

test.each([v1, v2, v2Modern])('both ends of $name measure the same call alike, over HTTP', async (kit) => {
  const session = await kit.connect('http')
  await session.request('tools/list')
  await session.callTool({ name: 'echo', arguments: { text: 'x' } })
  await session.callTool({ name: 'elicit' })
  await session.close()
  const attributes = {
    'mcp.method.name': 'tools/call',
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'echo',
    'mcp.protocol.version': kit.protocolVersion,
    'network.transport': 'tcp',
    'network.protocol.name': 'http',
  }
  const sent = await points('mcp.client.operation.duration')
  expect(sent).toContainEqual({
    attributes: { ...attributes, 'server.address': '127.0.0.1', 'server.port': expect.any(Number) },
    count: 1,
  })
  expect(await points('mcp.server.operation.duration')).toContainEqual({ attributes, count: 1 })
  // One call is one result, however many requests it takes.
  const results = await points('toolspan.tool.results')
  expect(results.map(({ attributes: each, count }) => [each['gen_ai.tool.name'], count])).toEqual([
    ['echo', 1],
    ['elicit', 1],
  ])
})

test('a method that nobody registered is _OTHER at its server, for a client may make up any number', async () => {
  const session = await v2.connect('memory')
  for (const method of ['toys/list', 'toys/new']) {
    await expect(session.request(method)).rejects.toThrow('Method not found')
  }
  await session.close()
  const methods = (await points('mcp.server.operation.duration')).map(({ attributes, count }) => [
    attributes['mcp.method.name'],
    count,
  ])
  expect(methods).toContainEqual(['_OTHER', 2])
  expect(methods.flat()).not.toContain('toys/list')
})

test('a call of less than a millisecond has a duration all the same', async () => {
  const quick = traceTool('quick', () => ['a'])
  for (let call = 0; call < 20; call++) quick()
  const recorded = await metric('gen_ai.execute_tool.duration')
  const sums = recorded?.dataPoints.map(({ value }) => (typeof value === 'number' ? value : value.sum))
  expect(sums).toHaveLength(1)
  expect(sums?.[0]).toBeGreaterThan(0)
  // Twenty times a whole millisecond, or none, is what a clock of milliseconds would have said.
  expect(Number.isInteger(Number(sums?.[0]) * 1000)).toBe(false)
})
