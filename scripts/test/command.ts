import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import type { Step } from './step.ts'

const ROOT = join(import.meta.dirname, '../..')

/** How a command ended and what it printed. */
export interface CommandResult {
  readonly ok: boolean
  readonly output: string
}

/** Runs a command of the project to its end and keeps what it prints. Never throws. */
export function runCommand(command: string, args: readonly string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const chunks: string[] = []
    const env = {
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
      NO_COLOR: '1',
    }
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const keep = (chunk: Buffer) => chunks.push(chunk.toString())
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => resolve({ ok: false, output: `${command}: ${error.message}` }))
    child.on('close', (code) => resolve({ ok: code === 0, output: chunks.join('') }))
  })
}

/** A step that is one command: it passes where the command ends with exit code 0. */
export function commandStep(name: string, command: string, ...args: readonly string[]): Step {
  return {
    name,
    async run() {
      const { ok, output } = await runCommand(command, args)
      return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, details: output }
    },
  }
}
