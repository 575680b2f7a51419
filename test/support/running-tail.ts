import { judgingOf } from '../../src/config/judging-of.ts'
import type { Log } from '../../src/service/log.ts'
import { type RunningTail, runTail } from '../../src/service/run-tail.ts'
import { readTailSettings } from '../../src/service/settings/tail-settings.ts'

/** A service on loopback, on ports that it picks, quick to judge, without a state unless one is given. */
export async function startTestTail(
  flags: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<
  RunningTail & {
    readonly url: string
    readonly metricsUrl: string
    readonly grpcUrl: string
    readonly logged: string[]
  }
> {
  const logged: string[] = []
  const log: Log = (level, message) => logged.push(`${level}: ${message}`)
  const read = readTailSettings({
    flags: {
      httpPort: '0',
      grpcPort: '0',
      metricsPort: '0',
      state: 'memory',
      judgeAfterMs: '0',
      quietMs: '100',
      shutdownMs: '2000',
      ...flags,
    },
    env,
    file: undefined,
  })
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  const running = await runTail({ settings: read.settings, judging: judgingOf({}), env, log, isWarm: false })
  return {
    ...running,
    url: `http://127.0.0.1:${running.http.port}`,
    metricsUrl: `http://127.0.0.1:${running.metrics.port}/metrics`,
    grpcUrl: `127.0.0.1:${running.grpc?.port}`,
    logged,
  }
}
