import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './compose.ts'

/** Where one stack keeps what it writes. */
export interface StackFolder {
  /** For data: gone when the stack is. */
  readonly data: string
  /** For what the programs print. It stays until the next run, so that a failure can be looked into. */
  readonly logs: string
  remove(): void
}

/** @param name tells the stacks of one run apart */
export function makeStackFolder(name: string): StackFolder {
  const data = mkdtempSync(join(tmpdir(), `toolspan-stack-${name}-`))
  const logs = join(ROOT, '.cache/stack-logs', name)
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })
  const remove = (): void => rmSync(data, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    data,
    logs,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
