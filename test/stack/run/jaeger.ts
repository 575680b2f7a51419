import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { programOf } from '../build/cache.ts'
import { JAEGER } from '../build/jaeger.ts'
import { ROOT } from './compose.ts'
import { freePort } from './ports.ts'
import { type Program, startProgram, untilWell } from './program.ts'
import type { StackFolder } from './stack-folder.ts'

export interface RunningJaeger {
  readonly program: Program
  /** Takes OTLP over gRPC. */
  readonly otlp: string
  readonly url: string
}

/** Jaeger with collector/jaeger.yaml. */
export async function startJaeger(folder: StackFolder): Promise<RunningJaeger> {
  const [otlpPort, queryPort, grpcQueryPort] = [await freePort(), await freePort(), await freePort()]
  const storage = join(folder.data, 'jaeger')
  mkdirSync(storage)
  const program = startProgram({
    name: 'jaeger',
    command: programOf(JAEGER, 'jaeger'),
    words: ['--config', join(ROOT, 'collector/jaeger.yaml')],
    env: {
      JAEGER_LISTEN: '127.0.0.1',
      JAEGER_OTLP_PORT: String(otlpPort),
      JAEGER_QUERY_PORT: String(queryPort),
      JAEGER_QUERY_GRPC_PORT: String(grpcQueryPort),
      JAEGER_STORAGE: storage,
    },
    folder: folder.data,
    logFile: join(folder.logs, 'jaeger.log'),
  })
  const url = `http://127.0.0.1:${queryPort}`
  await untilWell(program, `${url}/api/services`)
  return { program, url, otlp: `127.0.0.1:${otlpPort}` }
}
