import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until no process of a group runs any more, `graceMs` at most, and ends those that still do. Gives back how
 * many these were. Processes are counted where /proc tells of them (Linux); elsewhere the answer is 0.
 */
export async function endProcessGroup(groupId: number, graceMs: number): Promise<number> {
  const dueMs = performance.now() + graceMs
  while (runningIn(groupId) > 0 && performance.now() < dueMs) await pause(20)
  const left = runningIn(groupId)
  try {
    process.kill(-groupId, 'SIGKILL')
  } catch {
    // Nothing is left to end.
  }
  return left
}

function runningIn(groupId: number): number {
  return processIds().filter((id) => {
    const [state, , group] = statusOf(id)
    return group === String(groupId) && state !== 'Z'
  }).length
}

function processIds(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

/** State, parent and group. They stand behind the name of the process, which may hold anything, in brackets. */
function statusOf(processId: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
