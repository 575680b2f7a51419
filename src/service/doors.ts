import { readFileSync } from 'node:fs'
import { METRIC_TAIL_CONNECTIONS_CAPACITY, METRIC_TAIL_CONNECTIONS_OPEN } from '../semconv/tail-metrics.ts'
import { createCopies } from './forward/copies.ts'
import { listenGrpcForward } from './forward/grpc-forward.ts'
import { createHttpForward } from './forward/http-forward.ts'
import { listenGrpc } from './grpc/grpc-server.ts'
import { createAccess } from './http/access.ts'
import { createBodyPool } from './http/body-pool.ts'
import { type Listening, listen, type TlsFiles } from './http/listen.ts'
import { createOtlpHandler } from './http/otlp-handler.ts'
import type { OtlpTarget } from './http/otlp-target.ts'
import type { Log } from './log.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { answerHealth, createMetricsHandler, type Health } from './pages.ts'
import type { TailSettings } from './settings/tail-settings.ts'

export interface DoorsOptions {
  readonly settings: TailSettings
  readonly target: OtlpTarget
  readonly metrics: MetricRegistry
  readonly health: Health
  readonly log: Log
}

/** Where somebody listens. */
export type Place = Pick<Listening, 'host' | 'port'>

/** Everything that the service listens on. */
export interface Doors {
  readonly http: Place
  readonly metrics: Place
  /** Absent where HTTP alone is forwarded. */
  readonly grpc: Place | undefined
  /** Lets nobody in any more. Resolves when the last request has been answered. */
  close(): Promise<void>
  /** Ends every connection at once. */
  destroy(): void
}

const LOOPBACK = /^(127\.|::1$|localhost$)/

/** Opens every door. Rejects where one cannot be opened; none is open then. */
export async function openDoors({ settings, target, metrics, health, log }: DoorsOptions): Promise<Doors> {
  const token = fileText(settings.text('tokenFile'))?.trim()
  const access = createAccess(token)
  const maxBodyBytes = settings.number('maxBodyBytes')
  const room = { pool: createBodyPool(), maxBodyBytes, maxBytes: settings.number('maxBodiesBytes'), bytes: 0 }
  const copies = createCopies(target, room, metrics)
  const forwardUrl = settings.text('forward')
  const forward = forwardUrl === '' ? undefined : createHttpForward(forwardUrl, target, copies)
  const otlp = forward?.handle ?? createOtlpHandler({ target, access, room })
  const host = settings.text('listen')
  const tls = tlsOf(settings)
  const shared = { host, tls, maxConnections: settings.number('maxConnections') }

  /** Whoever forwards HTTP only answers no gRPC: a sender would take it for the receiver. */
  async function openGrpc(): Promise<Listening | undefined> {
    const port = settings.number('grpcPort')
    const url = settings.text('forwardGrpc')
    if (url !== '') return listenGrpcForward({ url, host, port, tls, copies })
    if (forward !== undefined) return undefined
    return listenGrpc({ ...shared, target, access, room, port })
  }

  const open: Pick<Listening, 'close' | 'destroy'>[] = []
  try {
    const http = await listen({ ...shared, port: settings.number('httpPort') }, (request, response) => {
      if (!answerHealth(request, response, health)) otlp(request, response)
    })
    open.push(http)
    const page = await listen(
      { ...shared, port: settings.number('metricsPort') },
      createMetricsHandler(metrics, health),
    )
    open.push(page)
    const grpc = await openGrpc()
    if (grpc !== undefined) open.push(grpc)
    if (forward === undefined && token === undefined && tls?.ca === undefined && !LOOPBACK.test(host)) {
      log('warning', 'everybody who reaches the address may send spans: no token is configured', { host })
    }
    metrics.gauge(METRIC_TAIL_CONNECTIONS_OPEN, () => http.connections + (grpc?.connections ?? 0))
    metrics.gauge(METRIC_TAIL_CONNECTIONS_CAPACITY, () => shared.maxConnections)
    return {
      http,
      metrics: page,
      grpc,
      async close() {
        await Promise.all(open.map((door) => door.close()))
        forward?.close()
      },
      destroy: () => destroyAll(open),
    }
  } catch (error) {
    destroyAll(open)
    throw error
  }
}

function destroyAll(open: readonly Pick<Listening, 'destroy'>[]): void {
  for (const door of open) door.destroy()
}

function tlsOf(settings: TailSettings): TlsFiles | undefined {
  const cert = fileText(settings.text('tlsCertFile'))
  const key = fileText(settings.text('tlsKeyFile'))
  const ca = fileText(settings.text('tlsCaFile'))
  if (cert === undefined && key === undefined && ca === undefined) return undefined
  if (cert === undefined || key === undefined) throw new Error('TLS needs both tlsCertFile and tlsKeyFile')
  return { cert, key, ca }
}

function fileText(path: string): string | undefined {
  return path === '' ? undefined : readFileSync(path, 'utf8')
}
