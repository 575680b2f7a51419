import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { queryObjects } from 'node:v8'

/** What is alive in a process once everything that was under way has ended. */
export interface LeftOver {
  readonly heapBytes: number
  /** Timers that are set. */
  readonly timers: number
  /** Listeners of the signal that lives as long as the program. */
  readonly listeners: number
  readonly mapEntries: number
  readonly setEntries: number
  readonly signals: number
  readonly promises: number
}

const TURNS = 20

/** Lets the event loop come to rest, collects garbage, and counts. Needs `--expose-gc`. */
export async function leftOver(lasting: AbortSignal): Promise<LeftOver> {
  for (let turn = 0; turn < TURNS; turn++) await setImmediate()
  globalThis.gc?.()
  globalThis.gc?.()
  const heapBytes = process.memoryUsage().heapUsed
  return {
    heapBytes,
    timers: process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length,
    listeners: getEventListeners(lasting, 'abort').length,
    mapEntries: entriesOf(Map),
    setEntries: entriesOf(Set),
    signals: Number(queryObjects(AbortSignal)),
    promises: Number(queryObjects(Promise)),
  }
}

/** Entries of all collections of a kind that can still be reached: `Map(3) {…}` has three. */
function entriesOf(kind: MapConstructor | SetConstructor): number {
  const shown = queryObjects(kind, { format: 'summary' })
  return shown.reduce((sum, text) => sum + Number(/\((\d+)\)/.exec(text)?.[1] ?? 0), 0)
}
