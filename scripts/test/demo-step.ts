import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { endProcessGroup } from './process-group.ts'
import type { Step } from './step.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The demo has to end by itself within this time, its build included. */
const MAX_MS = 30_000
/** What the demo started may take this long to notice that it is over. */
const GRACE_MS = 1000

/** A step that runs the demo as a reader of the README would, without a terminal. */
export const demoStep: Step = {
  name: 'demo',
  async run() {
    const { fault, output } = await runDemo()
    const faults = [fault, output.trim() === '' ? 'printed nothing' : undefined].filter(
      (text) => text !== undefined,
    )
    if (faults.length === 0) return { passed: 1, failed: 0, note: `${output.split('\n').length} lines` }
    return { passed: 0, failed: 1, details: `the demo ${faults.join(', ')}\n${output}` }
  },
}

interface DemoRun {
  readonly fault: string | undefined
  readonly output: string
}

async function runDemo(): Promise<DemoRun> {
  const chunks: string[] = []
  // A process group of its own: whatever the demo starts can be seen and ended with it.
  const child = spawn('npm', ['run', '--silent', 'demo'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const keep = (chunk: Buffer) => chunks.push(chunk.toString())
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ending = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(`did not end within ${MAX_MS / 1000} s`), MAX_MS)
    const settle = (fault: string | undefined) => {
      clearTimeout(timer)
      resolve(fault)
    }
    child.on('error', (error) => settle(`could not be started: ${error.message}`))
    child.on('exit', (code) => settle(code === 0 ? undefined : `ended with exit code ${code}`))
  })
  const left = child.pid === undefined ? 0 : await endProcessGroup(child.pid, GRACE_MS)
  child.stdout.destroy()
  child.stderr.destroy()
  const fault = ending ?? (left === 0 ? undefined : `left ${left} processes running`)
  return { fault, output: chunks.join('') }
}
