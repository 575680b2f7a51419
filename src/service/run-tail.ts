import { type Clock, systemClock } from '../clock.ts'
import { ATTR_TOOLSPAN_TAIL_REASON } from '../semconv/attributes/tail.ts'
import { METRIC_TAIL_FINDINGS_LOST, METRIC_TAIL_LOOP_DELAY } from '../semconv/tail-metrics.ts'
import type { Judging } from '../tail/judging.ts'
import { type Doors, openDoors } from './doors.ts'
import { DISK_SYNCS } from './journal/disk-sync.ts'
import { errorDetails, type Log } from './log.ts'
import { createLoopDelay } from './metrics/loop-delay.ts'
import { createMetricRegistry, type MetricRegistry } from './metrics/metric-registry.ts'
import { createExporters, endpointsOf } from './out/exporters.ts'
import { createReporting, type Reporting } from './reporting.ts'
import { tailResource } from './resource.ts'
import type { TailSettings } from './settings/tail-settings.ts'
import { MEMORY, openState, type State } from './state.ts'
import { createTailService } from './tail-service.ts'
import { startTicking } from './ticking.ts'
import { warmUp } from './warm-up/warm-up.ts'

export interface RunTailOptions {
  readonly settings: TailSettings
  readonly judging: Judging
  readonly env: Readonly<Record<string, string | undefined>>
  readonly log: Log
  readonly clock?: Clock
  /** False: begins at once, and is slow at first. Default true. */
  readonly isWarm?: boolean
}

/** A service that runs. */
export interface RunningTail extends Pick<Doors, 'http' | 'metrics' | 'grpc'> {
  /** Takes nothing more, judges, sends what is left and ends, within the time that the settings give. */
  stop(): Promise<void>
}

/** Starts the service. Rejects where an address, a file or a package is missing. */
export async function runTail(options: RunTailOptions): Promise<RunningTail> {
  const { settings, log } = options
  const metrics = createMetricRegistry()
  const lost = metrics.count(METRIC_TAIL_FINDINGS_LOST, { [ATTR_TOOLSPAN_TAIL_REASON]: 'outbox_full' })
  const state = openState({
    state: settings.text('state'),
    sync: DISK_SYNCS.find((sync) => sync === settings.text('journalSync')) ?? 'off',
    outboxCapacity: settings.number('outboxCapacity'),
    lost: () => lost.add(1),
    log,
  })
  try {
    return await runWith(options, metrics, state)
  } catch (error) {
    state.close()
    throw error
  }
}

async function runWith(options: RunTailOptions, metrics: MetricRegistry, state: State): Promise<RunningTail> {
  const { settings, judging, log, clock = systemClock } = options
  const reporting = await reportingOf(options, metrics, state)
  const service = createTailService({
    judging,
    limits: limitsOf(settings),
    instanceId: state.instanceId,
    clock,
    journal: state.journal,
    outbox: state.outbox,
    outboxCapacity: settings.number('outboxCapacity'),
    metrics,
    atEndOfTurn: setImmediate,
    onReport: () => reporting?.wake(),
    onFault: (error) => log('error', 'something could not be taken or written', errorDetails(error)),
  })
  const refused = service.restore()
  if (refused > 0) log('warning', 'there was no room for spans of the journal', { spans: refused })
  let isReady = false
  const health = { isReady: () => isReady }
  if (options.isWarm !== false) warmUp(judging)
  const doors = await openDoors({ settings, target: service, metrics, health, log })
  const delay = createLoopDelay()
  metrics.gauge(METRIC_TAIL_LOOP_DELAY, delay.takeLongestS)
  const stopTicking = startTicking(service.tick, (error) =>
    log('error', 'a run could not be judged', errorDetails(error)),
  )
  isReady = true
  let stopping: Promise<void> | undefined

  async function stop(): Promise<void> {
    isReady = false
    service.stop()
    const closed = doors.close()
    stopTicking()
    // With a journal, runs that are not over go on in the next life.
    if (settings.text('state') === MEMORY) service.finish()
    else service.tick(() => false)
    if (reporting !== undefined) await within(settings.number('shutdownMs'), reporting.flush())
    doors.destroy()
    await closed
    await reporting?.close()
    delay.close()
    state.close()
  }

  return {
    http: doors.http,
    metrics: doors.metrics,
    grpc: doors.grpc,
    stop() {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Undefined where nobody is to be told. */
async function reportingOf(
  { settings, env, log, clock = systemClock }: RunTailOptions,
  metrics: MetricRegistry,
  { outbox, instanceId }: State,
): Promise<Reporting | undefined> {
  const endpoints = endpointsOf({ url: settings.text('export') || undefined, env })
  if (endpoints === undefined) {
    log('warning', 'no endpoint is configured: findings are counted, and wait in the outbox')
    return undefined
  }
  const exporters = await createExporters(endpoints, {
    resource: tailResource(env, instanceId),
    now: () => clock.now(),
  })
  const metricIntervalMs = settings.number('metricIntervalMs')
  return createReporting({ exporters, outbox, metrics, clock, metricIntervalMs })
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

/** Waits for `work`, but no longer than that. */
function within(ms: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
