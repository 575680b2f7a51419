import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { NodeSDK } from '@opentelemetry/sdk-node'
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace'

/** How long a span waits for others before it is sent, in milliseconds. */
const SEND_AFTER_MS = 200
/** How long sending to a backend of the user may take, in milliseconds: the demo has to end by itself. */
const BACKEND_TIMEOUT_MS = 5000

/**
 * Starts the OpenTelemetry SDK of one process of the demo, as any Node application does: spans of `fetch` from the
 * undici instrumentation, everything sent to the collector of the demo as OTLP/JSON, and to the user's own backend
 * where OTEL_EXPORTER_OTLP_ENDPOINT names one.
 * @param first processors that see spans before the exporters do
 */
export function startTelemetry(serviceName: string, tracesUrl: string, first: SpanProcessor[] = []): NodeSDK {
  const sdk = new NodeSDK({
    serviceName,
    spanProcessors: [...first, sendTo(tracesUrl), ...backend()],
    instrumentations: [new UndiciInstrumentation()],
    // Without these the SDK would look for backends of metrics and log records by itself. It may where somebody says
    // that there are some: a stack such as that of docker-compose.yml.
    ...(process.env.OTEL_METRICS_EXPORTER === undefined ? { metricReaders: [] } : {}),
    ...(process.env.OTEL_LOGS_EXPORTER === undefined ? { logRecordProcessors: [] } : {}),
  })
  sdk.start()
  return sdk
}

function sendTo(url: string): SpanProcessor {
  return new BatchSpanProcessor({
    exporter: new OTLPTraceExporter({ url }),
    scheduledDelayMillis: SEND_AFTER_MS,
  })
}

function backend(): SpanProcessor[] {
  if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return []
  return [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ timeoutMillis: BACKEND_TIMEOUT_MS }) })]
}

/** The part of the environment that tells a child process where the user's backend is. */
export function backendEnv(): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith('OTEL_') && value !== undefined) env[name] = value
  }
  return env
}
