import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** `toolspan tail` as a process of its own. */
export interface TailProcess {
  readonly httpPort: number
  readonly metricsPort: number
  readonly errors: string[]
  /** Ends it without a warning. Resolves when it is gone. */
  kill(): Promise<void>
  /** Asks it to end; its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts the process. Rejects where it ends before it is ready. */
export async function startTailProcess(flags: Readonly<Record<string, string>>): Promise<TailProcess> {
  const given = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  const child: ChildProcess = spawn(process.execPath, [MAIN, 'tail', ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  })
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const gone = once(child, 'exit')
  const ready = new Promise<string>((resolve, reject) => {
    if (child.stdout !== null) createInterface(child.stdout).once('line', resolve)
    child.once('exit', () => reject(new Error(`it ended before it was ready: ${errors.join('')}`)))
  })
  const [, http = '0', metrics = '0'] = /http=\S+:(\d+) .*metrics=\S+:(\d+)/.exec(await ready) ?? []
  return {
    httpPort: Number(http),
    metricsPort: Number(metrics),
    errors,
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      const [code]: unknown[] = await gone
      return typeof code === 'number' ? code : null
    },
  }
}
