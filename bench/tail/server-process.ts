import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { meterOf, type ProcessMeter, pinned } from './process-meter.ts'

/** A server that is measured from outside. */
export interface ServerProcess extends ProcessMeter {
  readonly httpPort: number
  readonly grpcPort: number
  readonly metricsPort: number
  /** Asks it to end, and waits until it has. */
  end(): Promise<void>
}

/** Starts a server, on one core where that is said. */
export async function startServer(args: readonly string[], core: string | undefined): Promise<ServerProcess> {
  const [program, ...words] = pinned([process.execPath, ...args], core)
  const child: ChildProcess = spawn(program, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const gone = once(child, 'exit')
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface(child.stdout)
  const ended = gone.then(() => Promise.reject(new Error(`the server ended before it was ready: ${args[0]}`)))
  // It ends later, too, and then nobody asks.
  ended.catch(() => {})
  const [ready]: unknown[] = await Promise.race([once(lines, 'line'), ended])
  const portOf = (name: string) => Number(new RegExp(`${name}=\\S+:(\\d+)`).exec(String(ready))?.[1] ?? 0)
  return {
    httpPort: portOf('http'),
    grpcPort: portOf('grpc'),
    metricsPort: portOf('metrics'),
    ...meterOf(child.pid),
    async end() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
