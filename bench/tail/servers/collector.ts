import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isBuilt, programOf } from '../../../test/stack/build/cache.ts'
import { COLLECTOR } from '../../../test/stack/build/collector.ts'
import { freePort } from '../../../test/stack/run/ports.ts'
import { meterOf, pinned } from '../process-meter.ts'
import { type ServerProcess, startServer } from '../server-process.ts'

export interface CollectorWay {
  readonly core: string | undefined
  /** How long it holds a trace before it decides, such as `2s`. */
  readonly wait: string
  /** How many traces it may hold. */
  readonly traces: number
}

/** Why there is no Collector to stand beside; undefined where there is one. */
export function whyNoCollector(): string | undefined {
  return isBuilt(COLLECTOR)
    ? undefined
    : `Collector ${COLLECTOR.version} is not built: npm run test:stack -- --build (needs Go)`
}

/** The Collector with tail_sampling on one core, which sends what it kept to a server that discards it. */
export async function startCollector({ core, wait: hold, traces }: CollectorWay): Promise<ServerProcess> {
  const sink = await startServer([join(import.meta.dirname, 'discard.ts')], undefined)
  const httpPort = await freePort()
  const config = join(import.meta.dirname, 'tail-sampling.yaml')
  const [program, ...words] = pinned([programOf(COLLECTOR, 'otelcol'), '--config', config], core)
  const child: ChildProcess = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      GOMAXPROCS: '1',
      HTTP_PORT: String(httpPort),
      SINK_PORT: String(sink.httpPort),
      WAIT: hold,
      TRACES: String(traces),
    },
  })
  const gone = once(child, 'exit')
  await Promise.race([untilItListens(httpPort), gone])
  return {
    httpPort,
    grpcPort: 0,
    metricsPort: 0,
    ...meterOf(child.pid),
    async end() {
      child.kill('SIGKILL')
      await gone
      await sink.end()
    },
  }
}

async function untilItListens(port: number): Promise<void> {
  while (!(await listens(port))) await wait(50)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
