import { setTimeout as pause } from 'node:timers/promises'
import { completed, found, foundNone, recover, traceTool } from '../../../../src/index.ts'
import { runOf } from '../run-span.ts'

/** Between two runs, in milliseconds. */
const PAUSE_MS = 250
const READ = { effect: 'read' } as const
const freshness = { observedAt: new Date(), maxAgeMs: 3_600_000 }

const getOrder = traceTool(
  'get_order',
  async (id: string) => found([{ id }], { sources: ['orders'], freshness }),
  READ,
)
const findReturns = traceTool(
  'find_returns',
  async (region: string) =>
    foundNone({ searched: { region }, scanned: 310, sources: ['returns'], freshness }),
  READ,
)
const addNote = traceTool('add_note', async (_text: string) => completed(), { effect: 'write' })

/** A desk where everything is well: look-ups, honest empties, writes. It works for so many seconds. */
export async function desk(seconds: number): Promise<void> {
  const dueMs = performance.now() + seconds * 1000
  for (let number = 0; performance.now() < dueMs; number++) {
    await runOf('desk', async () => {
      await recover({ owner: 'desk', layer: 'agent', maxAttempts: 3, deadlineMs: 5000, effect: 'read' }, () =>
        getOrder(`order-${number}`),
      )
      await findReturns('eu')
      await addNote(`looked at ${number}`)
    })
    await pause(PAUSE_MS)
  }
}
