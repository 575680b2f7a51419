import { setTimeout as pause } from 'node:timers/promises'
import { failed, found, recover, traceTool } from '../../../../src/index.ts'
import { runOf } from '../run-span.ts'

/** Between two runs, in milliseconds. */
const PAUSE_MS = 50
const READ = { effect: 'read' } as const

const listReturns = traceTool('list_returns', async (_number: number): Promise<unknown[]> => [], READ)

/**
 * Runs with one thing to find in each: an empty answer that says nothing of where was looked. The retry beside it is
 * an honest one, and recovers: no storm and no reset.
 */
export async function runs(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await runOf('runner', async () => {
      let tries = 0
      const getStock = traceTool(
        'get_stock',
        async (product: number) => {
          tries++
          if (tries === 1) return failed({ errorCategory: 'transient', message: 'The stock did not answer.' })
          return found([{ product }], { sources: ['stock'] })
        },
        READ,
      )
      await recover(
        { owner: 'runner', layer: 'agent', maxAttempts: 3, deadlineMs: 5000, effect: 'read' },
        () => getStock(number),
      )
      await listReturns(number)
    })
    await pause(PAUSE_MS)
  }
}
