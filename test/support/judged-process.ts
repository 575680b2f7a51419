import * as api from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  InMemoryLogRecordExporter,
  LoggerProvider,
  type ReadableLogRecord,
  SimpleLogRecordProcessor,
} from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import {
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Finding } from '../../src/tail/findings/finding.ts'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import type { ToolspanProcessorOptions } from '../../src/tail/processor-options.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import type { TestSpan } from './trace.ts'

/** A process with a real SDK and the processor in it, whose spans a test plays. */
export interface JudgedProcess {
  readonly clock: FakeClock
  readonly processor: ToolspanProcessor
  readonly tracer: api.Tracer
  /** Told to `onFinding`, in order. */
  readonly told: Finding[]
  /** Starts and ends real spans in the order of their times. */
  play(...spans: readonly TestSpan[]): void
  /** The same, with something else happening after each start and each end. */
  playWith(between: (moment: number) => void, spans: readonly TestSpan[]): void
  spans(): ReadableSpan[]
  findingSpans(): ReadableSpan[]
  logs(): readonly ReadableLogRecord[]
  /** Points of the metric as value by attributes. */
  points(metric: string): Promise<{ value: unknown; attributes: api.Attributes }[]>
  flush(): Promise<void>
  shutdown(): Promise<void>
}

export interface JudgedProcessOptions extends ToolspanProcessorOptions {
  readonly sampler?: Sampler
  readonly more?: readonly SpanProcessor[]
}

export function judgedProcess({ sampler, more = [], ...options }: JudgedProcessOptions = {}): JudgedProcess {
  const clock = createFakeClock()
  const told: Finding[] = []
  const spanExporter = new InMemorySpanExporter()
  const logExporter = new InMemoryLogRecordExporter()
  const metricReader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 3_600_000,
  })
  const loggerProvider = new LoggerProvider({
    processors: [new SimpleLogRecordProcessor({ exporter: logExporter })],
  })
  const meterProvider = new MeterProvider({ readers: [metricReader] })
  const late: { provider?: api.TracerProvider } = {}
  const processor = new ToolspanProcessor({
    clock,
    onFinding: (finding) => told.push(finding),
    loggerProvider,
    meterProvider,
    tracerProvider: { getTracer: (name) => late.provider?.getTracer(name) ?? api.trace.getTracer(name) },
    ...options,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'agent' }),
    ...(sampler === undefined ? {} : { sampler }),
    spanProcessors: [processor, ...more, new SimpleSpanProcessor({ exporter: spanExporter })],
  })
  late.provider = provider
  const tracer = provider.getTracer('test')
  const isFinding = (span: ReadableSpan) => span.instrumentationScope.name === 'toolspan.findings'
  return {
    clock,
    processor,
    tracer,
    told,
    play: (...spans) => playSpans(tracer, clock.now(), spans),
    playWith: (between, spans) => playSpans(tracer, clock.now(), spans, between),
    spans: () => spanExporter.getFinishedSpans().filter((span) => !isFinding(span)),
    findingSpans: () => spanExporter.getFinishedSpans().filter(isFinding),
    logs: () => logExporter.getFinishedLogRecords(),
    async points(metric) {
      const { resourceMetrics } = await metricReader.collect()
      return resourceMetrics.scopeMetrics
        .flatMap((scope) => scope.metrics)
        .filter(({ descriptor }) => descriptor.name === metric)
        .flatMap(({ dataPoints }) => dataPoints.map(({ value, attributes }) => ({ value, attributes })))
    },
    flush: () => provider.forceFlush(),
    async shutdown() {
      await provider.shutdown()
      await meterProvider.shutdown()
      await loggerProvider.shutdown()
    },
  }
}

const KINDS = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const

/** Starts and ends real spans in the order of their times, with something else happening after each. */
export function playSpans(
  tracer: api.Tracer,
  originMs: number,
  spans: readonly TestSpan[],
  between: (moment: number) => void = () => {},
): void {
  const open = new Map<string, api.Span>()
  const moments = spans.flatMap((span, index) => {
    const [startMs, endMs] = span.at ?? [index * 20, index * 20 + 10]
    // Of spans that start at one moment the one that lasts longest encloses the others.
    const starts = {
      atMs: startMs,
      order: 1 / (1 + (endMs ?? Number.POSITIVE_INFINITY)),
      run: () => open.set(span.id, start(span, startMs)),
    }
    if (endMs === undefined) return [starts]
    return [starts, { atMs: endMs, order: -1, run: () => end(span, endMs) }]
  })
  moments.sort((a, b) => a.atMs - b.atMs || a.order - b.order)
  for (const [index, moment] of moments.entries()) {
    moment.run()
    between(index)
  }

  function start(span: TestSpan, startMs: number): api.Span {
    const parent = span.in === undefined ? undefined : open.get(span.in)
    const attributes: api.Attributes = {}
    for (const [name, value] of Object.entries(span)) {
      if (name.includes('.')) attributes[name] = value as api.AttributeValue
    }
    return tracer.startSpan(
      span.name ?? span.id,
      { kind: KINDS[span.kind ?? 'internal'], startTime: hrTime(originMs + startMs), attributes },
      parent === undefined ? api.ROOT_CONTEXT : api.trace.setSpan(api.ROOT_CONTEXT, parent),
    )
  }

  function end(span: TestSpan, endMs: number): void {
    const started = open.get(span.id)
    if (span.failed === true) started?.setStatus({ code: api.SpanStatusCode.ERROR })
    started?.end(hrTime(originMs + endMs))
  }
}

function hrTime(epochMs: number): api.HrTime {
  return [Math.trunc(epochMs / 1000), (epochMs % 1000) * 1e6]
}
