import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { core } from '@opentelemetry/sdk-node'
import type { ReadableSpan, Sampler, SpanProcessor } from '@opentelemetry/sdk-trace'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'

/** A real SDK, registered globally, whose spans a test can read. */
export interface TestOtel {
  readonly tracer: api.Tracer
  /** Ended spans in the order in which they ended. */
  spans(): ReadableSpan[]
  /** The one span of this name; fails when there are none or several. */
  span(name: string): ReadableSpan
  /** Waits until a span of this name has ended. */
  ended(name: string): Promise<ReadableSpan>
  reset(): void
}

export interface TestOtelOptions {
  readonly sampler?: Sampler
  /** Further span processors. */
  readonly processors?: readonly SpanProcessor[]
  /** The name of the service, for spans that leave the process. */
  readonly service?: string
}

/** Registers tracing, context and the W3C propagators as a Node application does. */
export function registerOtel({ sampler, processors = [], service }: TestOtelOptions = {}): TestOtel {
  const exporter = new InMemorySpanExporter()
  const waiting = new Map<string, (span: ReadableSpan) => void>()
  const provider = new TracerProvider({
    ...(sampler && { sampler }),
    ...(service !== undefined && { resource: resourceFromAttributes({ 'service.name': service }) }),
    spanProcessors: [
      new SimpleSpanProcessor({ exporter }),
      ...processors,
      {
        onStart() {},
        onEnd(span) {
          waiting.get(span.name)?.(span)
          waiting.delete(span.name)
        },
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  })
  api.trace.setGlobalTracerProvider(provider)
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(
    new core.CompositePropagator({
      propagators: [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()],
    }),
  )
  const named = (name: string): ReadableSpan[] =>
    exporter.getFinishedSpans().filter((span) => span.name === name)
  return {
    tracer: provider.getTracer('test'),
    spans: () => exporter.getFinishedSpans(),
    span(name) {
      const [span, ...others] = named(name)
      if (span === undefined || others.length > 0) {
        const names = exporter.getFinishedSpans().map((each) => each.name)
        throw new Error(
          `expected one span ${name}, got ${others.length + (span ? 1 : 0)} among ${names.join(', ')}`,
        )
      }
      return span
    },
    ended(name) {
      const [span] = named(name)
      return span ? Promise.resolve(span) : new Promise((resolve) => waiting.set(name, resolve))
    },
    reset: () => exporter.reset(),
  }
}

/** Takes the SDK away again, so that the API is the no-op that it is without one. */
export function unregisterOtel(): void {
  api.trace.disable()
  api.context.disable()
  api.propagation.disable()
  api.metrics.disable()
}
