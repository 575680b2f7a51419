import { readFileSync, rmSync, writeFileSync } from 'node:fs'

const POLL_MS = 200

/** Does work that only one process of a machine may do at a time. The lock of a process that is gone counts for nothing. */
export function withFileLock<Value>(file: string, work: () => Value): Value {
  while (!isTaken(file)) {
    if (isLeftBehind(file)) rmSync(file, { force: true })
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
  try {
    return work()
  } finally {
    rmSync(file, { force: true })
  }
}

function isTaken(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false
    throw error
  }
}

function isLeftBehind(file: string): boolean {
  const pid = Number(readIfThere(file))
  // One that is being written, or was let go of at this moment, names nobody.
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'ESRCH'
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
