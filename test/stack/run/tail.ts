import { join } from 'node:path'
import { COMPOSE, commandOf, ROOT } from './compose.ts'
import { freePort } from './ports.ts'
import { type Program, startProgram, untilWell } from './program.ts'
import type { StackFolder } from './stack-folder.ts'

export interface TailPorts {
  readonly http: number
  readonly grpc: number
  readonly metrics: number
}

export async function tailPorts(): Promise<TailPorts> {
  return { http: await freePort(), grpc: await freePort(), metrics: await freePort() }
}

export interface TailOptions {
  /** Its instance, the name of its folder and of its log. */
  readonly name: string
  readonly ports: TailPorts
  /** Port of a Collector that takes findings. */
  readonly findingsPort: number
  /** On top of those of docker-compose.yml. */
  readonly flags?: readonly string[]
}

/** The tail as docker-compose.yml starts it. Started again under its name it goes on with its journal. */
export async function startTail(
  folder: StackFolder,
  { name, ports, findingsPort, flags = [] }: TailOptions,
): Promise<Program> {
  const words = commandOf('tail', {
    '0.0.0.0': '127.0.0.1',
    '/var/lib/toolspan': join(folder.data, name),
    'collector:4328': `127.0.0.1:${findingsPort}`,
  })
  const program = startProgram({
    name,
    command: process.execPath,
    words: [
      join(ROOT, 'src/cli/main.ts'),
      'tail',
      ...words,
      ...['--http-port', String(ports.http), '--grpc-port', String(ports.grpc)],
      ...['--metrics-port', String(ports.metrics)],
      ...flags,
    ],
    env: {
      ...COMPOSE.tail?.environment,
      OTEL_RESOURCE_ATTRIBUTES: `service.instance.id=${name}`,
      NODE_NO_WARNINGS: '1',
    },
    folder: folder.data,
    logFile: join(folder.logs, `${name}.log`),
  })
  await untilWell(program, `http://127.0.0.1:${ports.http}/readyz`)
  return program
}
