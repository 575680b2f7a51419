import { readFileSync } from 'node:fs'
import { type Clock, systemClock } from '../clock.ts'
import { ATTR_TOOLSPAN_TAIL_REASON } from '../semconv/attributes/tail.ts'
import { METRIC_TAIL_FINDINGS_LOST, METRIC_TAIL_LOOP_DELAY } from '../semconv/tail-metrics.ts'
import type { Judging } from '../tail/judging.ts'
import { createAccess } from './http/access.ts'
import { createBodyPool } from './http/body-pool.ts'
import { type Listening, listen, type TlsFiles } from './http/listen.ts'
import { createOtlpHandler } from './http/otlp-handler.ts'
import { errorDetails, type Log } from './log.ts'
import { createLoopDelay } from './metrics/loop-delay.ts'
import { createMetricRegistry } from './metrics/metric-registry.ts'
import { createExporters, endpointsOf } from './out/exporters.ts'
import { answerHealth, createMetricsHandler } from './pages.ts'
import { createReporting, type Reporting } from './reporting.ts'
import { tailResource } from './resource.ts'
import type { TailSettings } from './settings/tail-settings.ts'
import { MEMORY, openState } from './state.ts'
import { createTailService } from './tail-service.ts'
import { startTicking } from './ticking.ts'

export interface RunTailOptions {
  readonly settings: TailSettings
  readonly judging: Judging
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly clock?: Clock
}

/** A service that runs. */
export interface RunningTail {
  readonly http: Pick<Listening, 'host' | 'port'>
  readonly metrics: Pick<Listening, 'host' | 'port'>
  /** Takes nothing more, judges, sends what is left and ends, within the time that the settings give. */
  stop(): Promise<void>
}

const LOOPBACK = /^(127\.|::1$|localhost$)/

/** Starts the service. Rejects where an address, a file or a package is missing. */
export async function runTail({
  settings,
  judging,
  env,
  log,
  clock = systemClock,
}: RunTailOptions): Promise<RunningTail> {
  const metrics = createMetricRegistry()
  const lost = metrics.count(METRIC_TAIL_FINDINGS_LOST, { [ATTR_TOOLSPAN_TAIL_REASON]: 'outbox_full' })
  const token = fileText(settings.text('tokenFile'))?.trim()
  const outboxCapacity = settings.number('outboxCapacity')
  const state = openState({ state: settings.text('state'), outboxCapacity, lost: () => lost.add(1), log })
  const { journal, outbox, instanceId } = state
  const endpoints = endpointsOf({ url: settings.text('export') || undefined, env })
  let reporting: Reporting | undefined
  const service = createTailService({
    judging,
    limits: limitsOf(settings),
    instanceId,
    clock,
    journal,
    outbox,
    outboxCapacity,
    metrics,
    atEndOfTurn: setImmediate,
    onReport: () => reporting?.wake(),
    onFault: (error) => log('error', 'the journal could not be written', errorDetails(error)),
  })
  const delay = createLoopDelay()
  metrics.gauge(METRIC_TAIL_LOOP_DELAY, delay.takeLongestS)
  if (endpoints === undefined)
    log('warning', 'no endpoint is configured: findings are only counted, not sent')
  else {
    const exporters = await createExporters(endpoints, {
      env,
      resource: tailResource(env, instanceId),
      now: () => clock.now(),
    })
    const metricIntervalMs = settings.number('metricIntervalMs')
    reporting = createReporting({ exporters, outbox, metrics, clock, metricIntervalMs })
  }
  const refused = service.restore()
  if (refused > 0) log('warning', 'there was no room for spans of the journal', { spans: refused })

  let isReady = false
  const health = { isReady: () => isReady }
  const maxBodyBytes = settings.number('maxBodyBytes')
  const otlp = createOtlpHandler({
    target: service,
    access: createAccess(token),
    room: { pool: createBodyPool(), maxBodyBytes, maxBytes: settings.number('maxBodiesBytes'), bytes: 0 },
  })
  const host = settings.text('listen')
  const shared = { host, tls: tlsOf(settings), maxConnections: settings.number('maxConnections') }
  const http = await listen({ ...shared, port: settings.number('httpPort') }, (request, response) => {
    if (!answerHealth(request, response, health)) otlp(request, response)
  })
  const page = await listen(
    { ...shared, port: settings.number('metricsPort') },
    createMetricsHandler(metrics, health),
  ).catch((error: unknown) => {
    http.destroy()
    throw error
  })
  if (token === undefined && !LOOPBACK.test(host)) {
    log('warning', 'everybody who reaches the address may send spans: no token is configured', { host })
  }
  const stopTicking = startTicking(service.tick)
  isReady = true
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    isReady = false
    service.stop()
    const closed = Promise.all([http.close(), page.close()])
    stopTicking()
    // With a journal, runs that are not over go on in the next life.
    if (settings.text('state') === MEMORY) service.finish()
    else service.tick(() => false)
    if (reporting !== undefined) await within(settings.number('shutdownMs'), reporting.flush())
    http.destroy()
    page.destroy()
    await closed
    await reporting?.close()
    delay.close()
    state.close()
  }

  return {
    http,
    metrics: page,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

function limitsOf(settings: TailSettings) {
  return {
    maxSpans: settings.number('maxSpans'),
    maxBytes: settings.number('maxFactBytes'),
    maxSpansPerRun: settings.number('maxSpansPerRun'),
    maxUnpackedSpans: settings.number('maxUnpackedSpans'),
    judgeAfterMs: settings.number('judgeAfterMs'),
    quietMs: settings.number('quietMs'),
    maxIdleMs: settings.number('maxIdleMs'),
  }
}

function tlsOf(settings: TailSettings): TlsFiles | undefined {
  const cert = fileText(settings.text('tlsCertFile'))
  const key = fileText(settings.text('tlsKeyFile'))
  const ca = fileText(settings.text('tlsCaFile'))
  if (cert === undefined && key === undefined && ca === undefined) return undefined
  if (cert === undefined || key === undefined) {
    throw new Error('TLS needs both tlsCertFile and tlsKeyFile')
  }
  return { cert, key, ca }
}

function fileText(path: string): string | undefined {
  return path === '' ? undefined : readFileSync(path, 'utf8')
}

/** Waits for `work`, but no longer than that. */
function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
