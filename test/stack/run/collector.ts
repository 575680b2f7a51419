import { join } from 'node:path'
import { programOf } from '../build/cache.ts'
import { COLLECTOR } from '../build/collector.ts'
import { ROOT } from './compose.ts'
import { freePort } from './ports.ts'
import { type Program, startProgram, untilWell } from './program.ts'
import type { StackFolder } from './stack-folder.ts'

/** Where a Collector listens. It may be told to others before it runs. */
export interface CollectorPorts {
  readonly grpc: number
  readonly http: number
  readonly findings: number
  readonly prometheus: number
  readonly ownMetrics: number
  readonly health: number
}

export async function collectorPorts(): Promise<CollectorPorts> {
  return {
    grpc: await freePort(),
    http: await freePort(),
    findings: await freePort(),
    prometheus: await freePort(),
    ownMetrics: await freePort(),
    health: await freePort(),
  }
}

export interface CollectorOptions {
  /** Also the name of its log. */
  readonly name: string
  /** A file of collector/. */
  readonly config: string
  readonly ports: CollectorPorts
  readonly env: Readonly<Record<string, string>>
}

/** A Collector with a config of collector/ as it is; what differs stands in its variables. */
export async function startCollector(
  folder: StackFolder,
  { name, config, ports, env }: CollectorOptions,
): Promise<Program> {
  const program = startProgram({
    name,
    command: programOf(COLLECTOR, 'otelcol'),
    words: ['--config', join(ROOT, 'collector', config)],
    env: {
      COLLECTOR_GRPC_PORT: String(ports.grpc),
      COLLECTOR_HTTP_PORT: String(ports.http),
      COLLECTOR_FINDINGS_PORT: String(ports.findings),
      COLLECTOR_PROMETHEUS_PORT: String(ports.prometheus),
      COLLECTOR_OWN_METRICS_PORT: String(ports.ownMetrics),
      COLLECTOR_HEALTH_PORT: String(ports.health),
      COLLECTOR_STORAGE: join(folder.data, name),
      ...env,
    },
    folder: folder.data,
    logFile: join(folder.logs, `${name}.log`),
  })
  await untilWell(program, `http://127.0.0.1:${ports.health}`)
  return program
}
