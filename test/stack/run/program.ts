import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { until } from './until.ts'

/** A program that runs, or has run. */
export interface Program {
  readonly name: string
  /** Everything that it has printed. */
  output(): string
  /** Resolves with its exit code when it has ended. */
  readonly ended: Promise<number | null>
  /** Asks it to end; ends it by force when it does not within 20 s. Resolves when it is gone. */
  stop(): Promise<void>
  /** Ends it by force. Resolves when it is gone. */
  kill(): Promise<void>
}

export interface ProgramOptions {
  readonly name: string
  readonly command: string
  readonly words: readonly string[]
  /** On top of this process's own. */
  readonly env?: Readonly<Record<string, string>>
  readonly folder: string
  /** The file that takes what it prints. */
  readonly logFile: string
}

const STOP_MS = 20_000
/** So much of what a program printed last stands in a failure. */
const LAST_CHARACTERS = 3000
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export function startProgram({ name, command, words, env = {}, folder, logFile }: ProgramOptions): Program {
  const file = openSync(logFile, 'a')
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', file, file],
  })
  closeSync(file)
  running.add(child)
  const ended = once(child, 'exit').then(([code]: unknown[]) => {
    running.delete(child)
    return typeof code === 'number' ? code : null
  })
  // Who awaits it hears of the fault; nobody has to.
  ended.catch(() => running.delete(child))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.kill(signal)
    await ended
    clearTimeout(timer)
  }
  return {
    name,
    output: () => readFileSync(logFile, 'utf8'),
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Waits until an address answers well. Rejects with the end of what the program printed where it does not. */
export async function untilWell(program: Program, url: string, withinMs = 60_000): Promise<void> {
  let hasEnded = false
  void program.ended.then(() => {
    hasEnded = true
  })
  try {
    await until(`${program.name} answers at ${url}`, withinMs, async () => {
      if (hasEnded) return false
      const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(2000) })
      if (!ok) throw new Error(`status ${status}`)
      return true
    }).then((isWell) => {
      if (!isWell) throw new Error(`${program.name} has ended`)
    })
  } catch (error) {
    throw new Error(`${program.name} does not run:\n${program.output().slice(-LAST_CHARACTERS)}`, {
      cause: error,
    })
  }
}
