import { setTimeout as pause } from 'node:timers/promises'
import { failed, foundNone, handleWithBudget, recover, traceTool } from '../../../../src/index.ts'
import { BUDGET_HEADER } from '../../../../src/instrument/budget-header.ts'
import { runOf } from '../run-span.ts'

/** Between two rounds, in milliseconds. */
const PAUSE_MS = 500
const READ = { effect: 'read' } as const

const down = traceTool(
  'get_stock',
  async (_product: string) => failed({ errorCategory: 'transient', message: 'The stock is down.' }),
  READ,
)
const old = traceTool(
  'find_shipments',
  async (order: string) =>
    foundNone({
      searched: { order },
      scanned: 310,
      sources: ['replica'],
      freshness: { observedAt: new Date(Date.now() - 8_000_000), maxAgeMs: 900_000 },
    }),
  READ,
)
const bare = traceTool('list_returns', async (_region: string): Promise<unknown[]> => [], READ)
/** An option of the user's that throws. */
const described = traceTool('get_note', async (id: string) => id, {
  describe() {
    throw new Error('an option that throws')
  },
})
const handle = handleWithBudget(async () => new Response('well'))

/** For so many seconds everything goes wrong that counters of a process tell of. */
export async function trouble(seconds: number): Promise<void> {
  const dueMs = performance.now() + seconds * 1000
  while (performance.now() < dueMs) {
    await runOf('trouble', async () => {
      const owner = {
        owner: 'trouble',
        layer: 'agent',
        maxAttempts: 3,
        deadlineMs: 5000,
        effect: 'read',
      } as const
      await recover(owner, () => down('A-7')).catch(() => {})
      await old('order-88')
      await bare('eu')
      await described('note-1')
      // More spans than the processor keeps of one run.
      for (let number = 0; number < 120; number++) await old(`order-${number}`)
      await handle(new Request('http://localhost/', { headers: { [BUDGET_HEADER]: 'no ledger' } }))
    })
    await pause(PAUSE_MS)
  }
}
