import { readdirSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

const TASKS = '/proc/self/task'
/**
 * How much lower than that of the main thread their priority is, as the kernel counts. At 10 they came so late that a
 * million spans took 120 MB more.
 */
const NICENESS = 3

/**
 * The threads that help the engine, mostly by marking garbage, give way to the one that answers. On one core they took
 * turns with it: requests waited for 20 ms and more, and a sixth of the throughput was gone. Where another core is idle
 * they work as before. Linux only: elsewhere threads have no place where they are listed.
 */
export function helperThreadsGiveWay(): void {
  try {
    const niceness = Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICENESS)
    for (const task of readdirSync(TASKS))
      if (Number(task) !== process.pid) setPriority(Number(task), niceness)
  } catch {
    // Then they do not give way: it is slower, and nothing else.
  }
}
