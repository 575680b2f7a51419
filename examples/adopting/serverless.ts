// A function that is frozen as soon as it has answered: nothing may be left to a timer.
// snippet:serverless
import { trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { ToolspanProcessor } from 'toolspan'

const spanProcessors: readonly SpanProcessor[] = [
  new ToolspanProcessor(),
  new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }),
]
new NodeSDK({ serviceName: 'my-function', spanProcessors: [...spanProcessors] }).start()

/** Runs one invocation within a span of its own, and sends everything before it answers. */
export async function invocation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await trace.getTracer('my-function').startActiveSpan('invocation', async (span) => {
      try {
        return await work()
      } finally {
        span.end()
      }
    })
  } finally {
    // In this order: findings are spans, too.
    for (const processor of spanProcessors) await processor.forceFlush()
  }
}
// end
