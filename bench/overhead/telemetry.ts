import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import { core } from '@opentelemetry/sdk-node'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Program } from './programs.ts'

/** How many spans the exporter has been given. */
export interface Telemetry {
  exportedSpans(): Promise<number>
}

/** Exporters take what they get and drop it: nothing is serialised, so only the instrumentation is measured. */
const EXPORTED = { code: 0 }
/** Room for the spans of the longest batch, so that none is dropped. */
const MAX_QUEUE_SIZE = 65_536
const EXPORT_EVERY_MS = 200

/**
 * Registers the OpenTelemetry SDK as an application does.
 * @param first processors that see spans before the exporter's
 */
export function startTelemetry(
  { tracing, metrics }: Pick<Program, 'tracing' | 'metrics'>,
  first: readonly SpanProcessor[],
): Telemetry {
  if (tracing === 'none') return { exportedSpans: async () => 0 }
  let exported = 0
  const exporter: SpanExporter = {
    export(spans, done) {
      exported += spans.length
      done(EXPORTED)
    },
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({
      root: tracing === 'not_sampled' ? new AlwaysOffSampler() : new AlwaysOnSampler(),
    }),
    spanProcessors: [
      ...first,
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MAX_QUEUE_SIZE,
        scheduledDelayMillis: EXPORT_EVERY_MS,
      }),
    ],
  })
  api.trace.setGlobalTracerProvider(provider)
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(
    new core.CompositePropagator({
      propagators: [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()],
    }),
  )
  if (metrics) api.metrics.setGlobalMeterProvider(meterProvider())
  return {
    async exportedSpans() {
      await provider.forceFlush()
      return exported
    },
  }
}

function meterProvider(): MeterProvider {
  const exporter: PushMetricExporter = {
    export: (_metrics, done) => done(EXPORTED),
    selectAggregationTemporality: () => AggregationTemporality.CUMULATIVE,
    forceFlush: async () => {},
    shutdown: async () => {},
  }
  return new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
}
