import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** What a process takes, seen from outside. */
export interface ProcessMeter {
  /** Seconds of processor time so far, those of helping threads included. */
  cpuSeconds(): number
  /** Bytes of memory that are in use. */
  rssBytes(): number
}

/** Ticks of the kernel a second: every Linux says 100. */
const TICKS_A_SECOND = 100
const UTIME = 13
const STIME = 14

export function meterOf(pid: number | undefined): ProcessMeter {
  return {
    cpuSeconds() {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // The first two fields, process id and name, were cut off.
      return (Number(fields[UTIME - 2]) + Number(fields[STIME - 2])) / TICKS_A_SECOND
    },
    rssBytes() {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(status) ?? []
      return Number(kilobytes) * 1024
    },
  }
}

/** The command on one core, where that is said. */
export function pinned(command: readonly string[], core: string | undefined): [string, ...string[]] {
  const [program = '', ...words] = command
  return core === undefined ? [program, ...words] : ['taskset', '-c', core, program, ...words]
}

/** From now on this process, and what it starts without a core of its own, runs on the other cores where there are any. */
export function keepOffCore(core: string): void {
  const others = [...cpus().keys()].filter((other) => String(other) !== core)
  if (others.length > 0) execFileSync('taskset', ['-a', '-c', '-p', others.join(','), String(process.pid)])
}
