import * as api from '@opentelemetry/api'
import { createDenyListAttributesProcessor, MeterProvider } from '@opentelemetry/sdk-metrics'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { traceTool } from '../../src/instrument/trace-tool.ts'
import { unregisterOtel } from '../support/otel.ts'
import { type Points, registerPoints } from '../support/points.ts'

const RESULTS = 'toolspan.tool.results'

let points: Points

beforeEach(() => {
  points = registerPoints()
})
afterEach(unregisterOtel)

async function countOf(tool: string): Promise<unknown[]> {
  const all = await points(RESULTS)
  return all.filter(({ attributes }) => attributes['gen_ai.tool.name'] === tool).map(({ value }) => value)
}

test('results add up from one collection to the next', async () => {
  const search = traceTool('search', () => ['a'])
  search()
  expect(await countOf('search')).toEqual([1])
  search()
  search()
  expect(await countOf('search')).toEqual([3])
})

test('results of another meaning are counted apart', async () => {
  const search = traceTool('search', (hits: string[]) => hits)
  search([])
  search(['a'])
  search(['b'])
  expect((await countOf('search')).sort()).toEqual([1, 2])
})

test('names beyond five hundred are counted together as _OTHER, and none is lost', async () => {
  const tools = Array.from({ length: 800 }, (_, index) => traceTool(`tool-${index}`, () => ['a']))
  for (const tool of tools) tool()
  for (const tool of tools) tool()
  const all = await points(RESULTS)
  expect(all.reduce((sum, { value }) => sum + Number(value), 0)).toBe(1_600)
  expect(all.length).toBeLessThanOrEqual(501)
  expect(await countOf('_OTHER')).toHaveLength(1)
})

test('a view that drops the name of the tool adds the counts up', async () => {
  api.metrics.disable()
  points = registerPoints([
    {
      instrumentName: RESULTS,
      attributesProcessors: [createDenyListAttributesProcessor(['gen_ai.tool.name'])],
    },
  ])
  traceTool('search', () => ['a'])()
  traceTool('find', () => ['a'])()
  expect((await points(RESULTS)).map(({ value }) => value)).toEqual([2])
})

test('a provider that is registered later counts from then on', async () => {
  const search = traceTool('search', () => ['a'])
  search()
  api.metrics.disable()
  points = registerPoints()
  search()
  search()
  expect(await countOf('search')).toEqual([2])
})

test('two copies of the package count into one', async () => {
  vi.resetModules()
  const other = await import('../../src/instrument/trace-tool.ts')
  expect(other.traceTool).not.toBe(traceTool)
  traceTool('search', () => ['a'])()
  other.traceTool('search', () => ['a'])()
  expect(await countOf('search')).toEqual([2])
})

test('a meter that cannot count does not reach the tool', () => {
  const broken = new MeterProvider().getMeter('broken')
  vi.spyOn(broken, 'createCounter').mockImplementation(() => {
    throw new Error('no counters today')
  })
  api.metrics.disable()
  api.metrics.setGlobalMeterProvider({ getMeter: () => broken })
  expect(traceTool('search', () => ['a'])()).toEqual(['a'])
})
