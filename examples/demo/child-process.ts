import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** A process that this one has started and that says where it listens. */
export interface ChildService {
  /** The address that the process printed when it was ready. */
  readonly url: string
  /** Lets the process end by itself: flush and exit. One that does not within 5 s is ended, by its pid. */
  stop(): Promise<void>
}

const STOP_MS = 5000

/**
 * Starts a program of this folder and waits until it prints its address. Its standard input is held open: when this
 * process ends, however it ends, the child sees the end of its input and ends, too.
 */
export async function startService(
  program: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildService> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await firstLine(child, program)
  return { url, stop: () => stop(child) }
}

async function firstLine(child: ChildProcess, program: string): Promise<string> {
  if (child.stdout === null) throw new Error(`${program} has no standard output`)
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(`${program} ended before it was ready`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const timer = setTimeout(() => child.kill(), STOP_MS)
  const exit = once(child, 'exit')
  child.stdin?.end()
  await exit
  clearTimeout(timer)
}
