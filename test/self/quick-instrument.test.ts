import * as api from '@opentelemetry/api'
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import {
  AggregationTemporality,
  AggregationType,
  createAllowListAttributesProcessor,
  InMemoryMetricExporter,
  MeterProvider,
  type MeterProviderOptions,
  MetricReader,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { QuickInstrument } from '../../src/self/quick-instrument.ts'
import { swallowedErrors } from '../../src/self/swallow.ts'

const METRIC = 'test.metric'
const KINDS = ['counter', 'histogram'] as const
type Kind = (typeof KINDS)[number]
type Views = NonNullable<MeterProviderOptions['views']>

/** Hands out what was recorded when it is asked. */
class AskedReader extends MetricReader {
  constructor(temporality: AggregationTemporality) {
    super({ aggregationTemporalitySelector: () => temporality })
  }
  protected override async onForceFlush(): Promise<void> {}
  protected override async onShutdown(): Promise<void> {}
}

const readers = () => [
  new AskedReader(AggregationTemporality.CUMULATIVE),
  new AskedReader(AggregationTemporality.DELTA),
]

const instrumentOf = (kind: Kind, meter: api.Meter): api.Counter | api.Histogram =>
  kind === 'counter' ? meter.createCounter(METRIC) : meter.createHistogram(METRIC)

/** An instrument told by way of ours and one told as usual, in two providers that are alike. */
function twins(kind: Kind, views: Views = [], readersOf = readers) {
  const ours = { readers: readersOf(), views }
  const plain = { readers: readersOf(), views }
  const quick = new QuickInstrument(instrumentOf(kind, new MeterProvider(ours).getMeter('m')), 'tool')
  const instrument = instrumentOf(kind, new MeterProvider(plain).getMeter('m'))
  return {
    tell(value: number, attributes: api.Attributes) {
      quick.tell(value, { ...attributes })
      if ('add' in instrument) instrument.add(value, attributes)
      else instrument.record(value, attributes)
    },
    /** What the two give at the same moment. */
    async collect(reader: number) {
      return [await readFrom(ours.readers[reader]), await readFrom(plain.readers[reader])]
    },
  }
}

async function readFrom(reader: MetricReader | undefined) {
  const collected = await reader?.collect()
  return pointsOf(collected?.resourceMetrics)
}

/** Every point of every metric, in the order in which the SDK gives them. */
const pointsOf = (metrics: ResourceMetrics | undefined) =>
  (metrics?.scopeMetrics ?? [])
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map((point) => ({
        metric: descriptor.name,
        attributes: point.attributes,
        value: point.value,
        startTime: point.startTime,
        endTime: point.endTime,
      })),
    )

const attributes: fc.Arbitrary<api.Attributes> = fc.record(
  {
    tool: fc.constantFrom('search', 'find', 'list'),
    status: fc.constantFrom('found', 'failed'),
    category: fc.constantFrom('transient', 'other'),
    isLate: fc.boolean(),
  },
  { requiredKeys: [] },
)

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      tell: attributes,
      value: fc.double({ min: 0, max: 1_000, noNaN: true }),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ collect: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ passMs: fc.integer({ min: 1, max: 60_000 }) }) },
)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(KINDS)('what is exported of a %s', (kind) => {
  test('is what it is as usual, start times included, for cumulative and delta readers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const both = twins(kind)
        for (const each of [...steps, { collect: 0 }, { collect: 1 }]) {
          if ('passMs' in each) vi.setSystemTime(Date.now() + each.passMs)
          else if ('tell' in each) {
            for (let made = 0; made < each.times; made++) both.tell(each.value, each.tell)
          } else {
            const [ours, plain] = await both.collect(each.collect)
            expect(ours).toEqual(plain)
          }
        }
      }),
    )
  })

  test('is so for a single reader as well, and for none', async () => {
    for (const count of [0, 1]) {
      const both = twins(kind, [], () => readers().slice(0, count))
      for (let round = 0; round < 3; round++) {
        for (let made = 0; made < 3; made++) both.tell(1, { tool: 'search' })
        const [ours, plain] = await both.collect(0)
        expect(ours).toEqual(plain)
      }
    }
  })

  test('is so with more attribute sets than are known here, and than the SDK keeps apart', async () => {
    const both = twins(kind)
    for (let round = 0; round < 3; round++) {
      for (let tool = 0; tool < 2_500; tool++) both.tell(1, { tool: `tool-${tool}` })
      for (let tool = 0; tool < 300; tool++) both.tell(1, { tool: 'search', status: `status-${tool}` })
      for (const reader of [0, 1]) {
        const [ours, plain] = await both.collect(reader)
        expect(ours).toEqual(plain)
      }
    }
  })

  test('is so while calls end in the middle of a collection', async () => {
    const [reader] = readers()
    const provider = new MeterProvider({ readers: reader ? [reader] : [] })
    const quick = new QuickInstrument(instrumentOf(kind, provider.getMeter('m')), 'tool')
    let told = 0
    let isOver = false
    const calls = (async () => {
      while (!isOver) {
        quick.tell(1, { tool: 'search' })
        told++
        await undefined
      }
    })()
    for (let round = 0; round < 20; round++) await readFrom(reader)
    isOver = true
    await calls
    const [point] = await readFrom(reader)
    const value: unknown = point?.value
    expect(typeof value === 'object' && value !== null ? Reflect.get(value, 'count') : value).toBe(told)
  })

  test.each<[string, Views]>([
    [
      'makes a histogram of it',
      [{ instrumentName: METRIC, aggregation: { type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM } }],
    ],
    [
      'makes an exponential histogram of it',
      [{ instrumentName: METRIC, aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } }],
    ],
    ['adds up', [{ instrumentName: METRIC, aggregation: { type: AggregationType.SUM } }]],
    ['keeps the last value', [{ instrumentName: METRIC, aggregation: { type: AggregationType.LAST_VALUE } }]],
    ['drops everything', [{ instrumentName: '*', aggregation: { type: AggregationType.DROP } }]],
    [
      'leaves one attribute',
      [
        {
          instrumentName: METRIC,
          attributesProcessors: [createAllowListAttributesProcessor(['status'])],
        },
      ],
    ],
    [
      'keeps it twice',
      [
        { instrumentName: METRIC, name: 'one' },
        { instrumentName: METRIC, name: 'other' },
      ],
    ],
    ['allows two sets', [{ instrumentName: METRIC, aggregationCardinalityLimit: 2 }]],
  ])('is so under a view that %s', async (_what, views) => {
    const both = twins(kind, views)
    for (let round = 0; round < 3; round++) {
      for (let made = 0; made < 5; made++) {
        both.tell(made, { tool: 'search', status: 'found' })
        both.tell(made, { tool: 'find', status: 'found' })
      }
      for (const reader of [0, 1]) {
        const [ours, plain] = await both.collect(reader)
        expect(ours).toEqual(plain)
      }
    }
  })

  test('has what a view takes from the context of each value', async () => {
    const TENANT = api.createContextKey('tenant')
    const tenant = {
      process: (_: api.Attributes, context: api.Context | undefined) => ({
        tenant: String(context?.getValue(TENANT)),
      }),
    }
    const both = twins(kind, [{ instrumentName: METRIC, attributesProcessors: [tenant] }])
    for (const name of ['a', 'b', 'b']) {
      const active = vi.spyOn(api.context, 'active')
      active.mockReturnValue(api.ROOT_CONTEXT.setValue(TENANT, name))
      both.tell(1, { tool: 'search' })
      active.mockRestore()
    }
    const [ours, plain] = await both.collect(0)
    expect(ours).toEqual(plain)
    expect(ours?.map((point) => point.attributes.tenant)).toEqual(['a', 'b'])
  })
})

test('values that an instrument refuses are refused', async () => {
  const warn = vi.fn()
  const silent = { error() {}, info() {}, debug() {}, verbose() {} }
  api.diag.setLogger({ ...silent, warn })
  const both = twins('counter')
  for (const value of [1, -1, 1, -1]) both.tell(value, { tool: 'search' })
  const [ours, plain] = await both.collect(0)
  expect(ours).toEqual(plain)
  expect(warn).toHaveBeenCalledTimes(4)
  api.diag.disable()
})

describe('nothing is lost', () => {
  function exporting() {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
    const provider = new MeterProvider({ readers: [reader] })
    const quick = new QuickInstrument(provider.getMeter('m').createCounter(METRIC), 'tool')
    for (let made = 0; made < 100; made++) quick.tell(1, { tool: 'search' })
    return { provider, exported: () => pointsOf(exporter.getMetrics().at(-1)).map(({ value }) => value) }
  }

  test('when everything is flushed', async () => {
    const { provider, exported } = exporting()
    await provider.forceFlush()
    expect(exported()).toEqual([100])
  })

  test('when the provider is shut down', async () => {
    const { provider, exported } = exporting()
    await provider.shutdown()
    expect(exported()).toEqual([100])
  })

  test('on a page for Prometheus, which is written by another copy of the SDK', async () => {
    const exporter = new PrometheusExporter({ preventServerStart: true })
    const meter = new MeterProvider({ readers: [exporter] }).getMeter('m')
    const quick = new QuickInstrument(meter.createCounter(METRIC), 'tool')
    for (const total of [3, 6]) {
      for (let made = 0; made < 3; made++) quick.tell(1, { tool: 'search' })
      const { resourceMetrics } = await exporter.collect()
      expect(new PrometheusSerializer().serialize(resourceMetrics)).toMatch(
        new RegExp(`^test_metric\\S*\\{.*tool="search".*\\} ${total}$`, 'm'),
      )
    }
  })
})

describe('the instrument itself is told', () => {
  /** What an instrument was told, value by value. */
  function watched(counter: api.Counter) {
    const told: number[] = []
    const add = (value: number, given?: api.Attributes): void => {
      told.push(value)
      counter.add(value, given)
    }
    const instrument: api.Counter = Object.create(counter, { add: { value: add } })
    return { told, quick: new QuickInstrument(instrument, 'tool') }
  }

  test('once for a set and a collection', async () => {
    const [reader] = readers()
    const meter = new MeterProvider({ readers: reader ? [reader] : [] }).getMeter('m')
    const { told, quick } = watched(meter.createCounter(METRIC))
    for (let round = 0; round < 2; round++) {
      for (let made = 0; made < 1_000; made++) quick.tell(1, { tool: 'search' })
      await readFrom(reader)
    }
    expect(told).toEqual([1, 1])
  })

  test('of each value where it is not of the SDK', () => {
    const { told, quick } = watched(api.createNoopMeter().createCounter(METRIC))
    for (const value of [1, 2, 3]) quick.tell(value, { tool: 'search' })
    expect(told).toEqual([1, 2, 3])
  })

  test('of each value where it cannot be looked into', () => {
    const refuse = () => {
      throw new Error('no look')
    }
    const told: number[] = []
    const counter = { add: (value: number) => told.push(value) }
    const before = swallowedErrors().instrument ?? 0
    const closed: api.Counter = Object.create(counter, { _writableMetricStorage: { get: refuse } })
    const quick = new QuickInstrument(closed, 'tool')
    for (const value of [1, 2, 3]) quick.tell(value, { tool: 'search' })
    expect(told).toEqual([1, 2, 3])
    expect(swallowedErrors().instrument).toBe(before + 1)
  })
})
