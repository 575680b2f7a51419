import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A server that is measured from outside. */
export interface ServerProcess {
  readonly httpPort: number
  readonly grpcPort: number
  readonly metricsPort: number
  /** Seconds of processor time so far, those of helping threads included. */
  cpuSeconds(): number
  /** Bytes of memory that are in use. */
  rssBytes(): number
  /** Asks it to end, and waits until it has. */
  end(): Promise<void>
}

/** Ticks of the kernel a second: every Linux says 100. */
const TICKS_A_SECOND = 100
const UTIME = 13
const STIME = 14

/** Starts a server, on one core where that is said. */
export async function startServer(args: readonly string[], core: string | undefined): Promise<ServerProcess> {
  const command = [process.execPath, ...args]
  const [program = '', ...rest] = core === undefined ? command : ['taskset', '-c', core, ...command]
  const child: ChildProcess = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const gone = once(child, 'exit')
  if (child.stdout === null) throw new Error('the server has no output')
  const lines = createInterface(child.stdout)
  const [ready]: unknown[] = await Promise.race([once(lines, 'line'), gone])
  const portOf = (name: string) => Number(new RegExp(`${name}=\\S+:(\\d+)`).exec(String(ready))?.[1] ?? 0)
  return {
    httpPort: portOf('http'),
    grpcPort: portOf('grpc'),
    metricsPort: portOf('metrics'),
    cpuSeconds() {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The first two fields, process id and name, were cut off.
      return (Number(fields[UTIME - 2]) + Number(fields[STIME - 2])) / TICKS_A_SECOND
    },
    rssBytes() {
      const [, kilobytes = '0'] =
        /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Number(kilobytes) * 1024
    },
    async end() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
