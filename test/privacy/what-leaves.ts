import { inspect } from 'node:util'
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from '@opentelemetry/sdk-logs'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { core } from '@opentelemetry/sdk-node'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from '../../src/tail/processor.ts'
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts'

/** One thing that left: where it went, its name there, and all of its text. */
export interface Leaving {
  readonly by: 'span' | 'log' | 'metric' | 'meta' | 'header' | 'diag' | 'output' | 'finding'
  /** The name of an attribute, or the part of a span or record, such as `status`. */
  readonly name: string
  readonly text: string
}

/** A host with everything switched on, in which a test sees all that leaves through Toolspan. */
export interface WatchedHost {
  /** The processor's clock. */
  readonly clock: FakeClock
  /** A tracer of the host's own: its spans are the host's, only what Toolspan makes of them counts. */
  readonly tracer: api.Tracer
  /** Notes metadata that a peer gets or gives. */
  meta(meta: unknown): void
  /** Notes a header of ours that an HTTP service gets or gives. */
  header(value: string | null): void
  /** Everything that has left up to now. */
  leavings(): Promise<readonly Leaving[]>
  close(): Promise<void>
}

const HOST_SCOPE = 'host'

export function watchHost(): WatchedHost {
  const clock = createFakeClock(Date.now())
  const others: Leaving[] = []
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
  const processor = new ToolspanProcessor({
    clock,
    loggerProvider,
    onFinding: ({ evidence, ...finding }) => others.push(leaving('finding', 'finding', finding)),
  })
  const tracerProvider = new TracerProvider({
    spanProcessors: [processor, new SimpleSpanProcessor({ exporter: spanExporter })],
  })
  api.trace.setGlobalTracerProvider(tracerProvider)
  api.metrics.setGlobalMeterProvider(meterProvider)
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(
    new core.CompositePropagator({
      propagators: [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()],
    }),
  )
  const say = (...said: unknown[]) => others.push(leaving('diag', 'diag', said))
  api.diag.setLogger({ error: say, warn: say, info: say, debug: say, verbose: say }, api.DiagLogLevel.ALL)
  const outputs = [process.stdout, process.stderr].map((stream) => {
    const { write } = stream
    stream.write = (chunk: unknown) => {
      others.push(leaving('output', 'output', chunk))
      return true
    }
    return () => {
      stream.write = write
    }
  })
  return {
    clock,
    tracer: tracerProvider.getTracer(HOST_SCOPE),
    meta: (meta) => others.push(leaving('meta', 'meta', meta)),
    header: (value) => others.push(leaving('header', 'header', value)),
    async leavings() {
      await processor.forceFlush()
      const { resourceMetrics } = await metricReader.collect()
      return [
        ...spanExporter
          .getFinishedSpans()
          .filter(({ instrumentationScope: scope }) => scope.name !== HOST_SCOPE)
          .flatMap((span) => [
            leaving('span', 'name', span.name),
            leaving('span', 'status', span.status),
            leaving('span', 'events', span.events),
            leaving('span', 'links', span.links),
            leaving('span', 'trace state', span.spanContext().traceState?.serialize() ?? ''),
            ...attributesOf('span', span.attributes),
          ]),
        ...logExporter
          .getFinishedLogRecords()
          .flatMap((record) => [
            leaving('log', 'body', record.body),
            leaving('log', 'event name', record.eventName),
            ...attributesOf('log', record.attributes),
          ]),
        ...resourceMetrics.scopeMetrics
          .flatMap(({ metrics }) => metrics)
          .flatMap(({ dataPoints }) =>
            dataPoints.flatMap((point) => attributesOf('metric', point.attributes)),
          ),
        ...others,
      ]
    },
    async close() {
      for (const restore of outputs) restore()
      await tracerProvider.shutdown()
      await meterProvider.shutdown()
      await loggerProvider.shutdown()
      api.trace.disable()
      api.metrics.disable()
      api.context.disable()
      api.propagation.disable()
      api.diag.disable()
    },
  }
}

function attributesOf(by: Leaving['by'], attributes: Readonly<Record<string, unknown>>): Leaving[] {
  return Object.entries(attributes).map(([name, value]) => leaving(by, name, value))
}

/** As a logger of a host would print it: an error with its message, its properties and its causes. */
function leaving(by: Leaving['by'], name: string, value: unknown): Leaving {
  return {
    by,
    name,
    text: typeof value === 'string' ? value : inspect(value, { depth: 12, maxStringLength: null }),
  }
}
