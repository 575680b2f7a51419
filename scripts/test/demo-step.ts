import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Step, StepResult } from './step.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The demo has to end by itself within this time, its build included. */
const MAX_MS = 30_000

/** A step that runs the demo as a reader of the README would, without a terminal. */
export const demoStep: Step = {
  name: 'demo',
  run: () => new Promise(runDemo),
}

function runDemo(resolve: (result: StepResult) => void): void {
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
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(child.pid)
  }, MAX_MS)
  const finish = (fault: string | undefined) => {
    clearTimeout(timer)
    const output = chunks.join('')
    const faults = [
      fault,
      isLate ? `did not end within ${MAX_MS / 1000} s` : undefined,
      endGroup(child.pid) ? 'left processes running' : undefined,
      output.trim() === '' ? 'printed nothing' : undefined,
    ].filter((text) => text !== undefined)
    if (faults.length === 0) resolve({ passed: 1, failed: 0, note: `${output.split('\n').length} lines` })
    else resolve({ passed: 0, failed: 1, details: `the demo ${faults.join(', ')}\n${output}` })
  }
  child.on('error', (error) => finish(`could not be started: ${error.message}`))
  child.on('exit', (code) => finish(code === 0 ? undefined : `ended with exit code ${code}`))
}

/** Ends what is left of a process group; false where nothing was. */
function endGroup(groupId: number | undefined): boolean {
  if (groupId === undefined) return false
  try {
    return process.kill(-groupId, 'SIGKILL')
  } catch {
    return false
  }
}
