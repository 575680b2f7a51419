import { createJaegerApi, type JaegerApi } from '../ask/jaeger-api.ts'
import { createPrometheusApi, type PrometheusApi } from '../ask/prometheus-api.ts'
import { type Alerting, startAlerting } from './alerting.ts'
import { type CollectorPorts, collectorPorts, startCollector } from './collector.ts'
import { startJaeger } from './jaeger.ts'
import type { Program } from './program.ts'
import { makeStackFolder, type StackFolder } from './stack-folder.ts'
import { startTail, type TailPorts, tailPorts } from './tail.ts'

/** The stack of docker-compose.yml without containers and without Grafana. */
export interface SingleStack {
  readonly folder: StackFolder
  /** Where OTLP goes, without `/v1/…`. */
  readonly otlpUrl: string
  readonly collector: CollectorPorts
  readonly tailPorts: TailPorts
  readonly jaeger: JaegerApi
  readonly prometheus: PrometheusApi
  readonly alerting: Alerting
  /** Programs by the names that compose gives to its services. */
  readonly programs: Map<'collector' | 'tail' | 'jaeger', Program>
  /** Starts the tail again, where it was. */
  startTail(...flags: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** @param name tells it from the other stacks of this run */
export async function startSingleStack(name: string): Promise<SingleStack> {
  const folder = makeStackFolder(name)
  const ports = await collectorPorts()
  const tail = await tailPorts()
  const programs: SingleStack['programs'] = new Map()
  const others: Program[] = []
  const start = async (...flags: readonly string[]): Promise<void> => {
    const options = { name: 'tail-0', ports: tail, findingsPort: ports.findings, flags }
    programs.set('tail', await startTail(folder, options))
  }
  const stop = async (): Promise<void> => {
    await Promise.all([...programs.values(), ...others].map((program) => program.stop()))
    folder.remove()
  }
  try {
    const [jaeger, alerting] = await Promise.all([
      startJaeger(folder),
      startAlerting(folder, {
        collectorExported: ports.prometheus,
        collector: ports.ownMetrics,
        tail: tail.metrics,
      }),
      start(),
    ])
    programs.set('jaeger', jaeger.program)
    others.push(...alerting.programs)
    const env = { JAEGER_ENDPOINT: jaeger.otlp, TAIL_ENDPOINT: `http://127.0.0.1:${tail.http}` }
    programs.set(
      'collector',
      await startCollector(folder, {
        name: 'collector',
        config: 'single.yaml',
        ports,
        env: { ...env, SAMPLING_WAIT: '5s' },
      }),
    )
    return {
      folder,
      otlpUrl: `http://127.0.0.1:${ports.http}`,
      collector: ports,
      tailPorts: tail,
      jaeger: createJaegerApi(jaeger.url),
      prometheus: createPrometheusApi(alerting.prometheusUrl),
      alerting,
      programs,
      startTail: start,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
