import type { MetricPoints } from '../metrics/metric-registry.ts'
import { findingLog, findingSpan, type RecordResource } from './finding-records.ts'
import { otlpMetrics } from './otlp-metrics.ts'
import type { HeldReport } from './report.ts'
import { type RetryAfterWatch, watchRetryAfter } from './retry-after.ts'
import type { Sending } from './sender.ts'

/** Sends findings and metrics to one endpoint, with the exporters of OpenTelemetry's SDK. */
export interface Exporters {
  send(reports: readonly HeldReport[]): Promise<Sending>
  /** Resolves when the metrics were sent, or could not be. */
  sendMetrics(metrics: readonly MetricPoints[], startMs: number, nowMs: number): Promise<void>
  /** Before this time the endpoint wants nothing, milliseconds since the Unix epoch. */
  notBeforeMs(): number
  close(): Promise<void>
}

export interface ExportersOptions {
  readonly resource: RecordResource
  readonly now: () => number
}

/** What exporters of the SDK have in common. */
interface SdkExporter {
  export(records: unknown, done: (result: { readonly code: number; readonly error?: Error }) => void): void
  shutdown(): Promise<void>
}

/** Where each signal goes. */
export type Endpoints = Readonly<Record<'traces' | 'logs' | 'metrics', string>>

export interface EndpointSources {
  /** Address without `/v1/…`. Absent: `OTEL_EXPORTER_OTLP_ENDPOINT` and its kin. */
  readonly url: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The addresses to send to; undefined where none is configured. */
export function endpointsOf({ url, env }: EndpointSources): Endpoints | undefined {
  const base = url ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  const of = (signal: string): string | undefined => {
    const own = url === undefined ? env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`] : undefined
    return own ?? (base === undefined || base === '' ? undefined : `${base.replace(/\/$/, '')}/v1/${signal}`)
  }
  const [traces, logs, metrics] = [of('traces'), of('logs'), of('metrics')]
  if (traces === undefined || logs === undefined || metrics === undefined) return undefined
  return { traces, logs, metrics }
}

/** Rejects where the packages of the exporters are not installed. */
export async function createExporters(endpoints: Endpoints, options: ExportersOptions): Promise<Exporters> {
  const { resource, now } = options
  const [spans, logs, metrics] = await load(endpoints)
  const watches: RetryAfterWatch[] = [
    ...new Set(Object.values(endpoints).map((url) => new URL(url).origin)),
  ].map((origin) => watchRetryAfter(origin, now))
  return {
    async send(reports) {
      const closed = reports.filter(
        ({ finding, isWithdrawn }) => finding.state === 'closed' && isWithdrawn !== true,
      )
      const told = await sent(
        logs,
        reports.map((report) => findingLog(report, resource)),
      )
      if (told !== 'taken' || closed.length === 0) return told
      return sent(
        spans,
        closed.map((report) => findingSpan(report, resource)),
      )
    },
    async sendMetrics(points, startMs, nowMs) {
      await sent(metrics, otlpMetrics(points, resource, startMs, nowMs))
    },
    notBeforeMs: () => Math.max(0, ...watches.map(({ untilMs }) => untilMs)),
    async close() {
      for (const watch of watches) watch.close()
      await Promise.allSettled([spans.shutdown(), logs.shutdown(), metrics.shutdown()])
    },
  }
}

/** The exporters are packages that only this service needs: they are loaded when it starts. */
async function load(endpoints: Endpoints): Promise<[SdkExporter, SdkExporter, SdkExporter]> {
  try {
    const [traces, logs, metrics] = await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/exporter-logs-otlp-proto'),
      import('@opentelemetry/exporter-metrics-otlp-proto'),
    ])
    return [
      new traces.OTLPTraceExporter({ url: endpoints.traces }),
      new logs.OTLPLogExporter({ url: endpoints.logs }),
      new metrics.OTLPMetricExporter({ url: endpoints.metrics }),
    ]
  } catch (error) {
    throw new Error(
      'findings are to be sent, and the exporters of OpenTelemetry are not installed: npm install ' +
        '@opentelemetry/exporter-trace-otlp-proto @opentelemetry/exporter-logs-otlp-proto ' +
        '@opentelemetry/exporter-metrics-otlp-proto',
      { cause: error },
    )
  }
}

/** An exporter that throws cannot write down what it was given: it never will. */
function sent(exporter: SdkExporter, records: unknown): Promise<Sending> {
  return new Promise<Sending>((resolve) => {
    exporter.export(records, ({ code, error }) => {
      resolve(code === 0 ? 'taken' : isRejection(error) ? 'rejected' : 'not_now')
    })
  }).catch((): Sending => 'rejected')
}

/** The statuses that say that something is wrong with what was sent, and not with who sent it or when. */
const REJECTIONS: ReadonlySet<unknown> = new Set([400, 413, 422])

function isRejection(error: Error | undefined): boolean {
  return error !== undefined && 'code' in error && REJECTIONS.has(error.code)
}
