import { failed, recover, traceTool } from '../../../../src/index.ts'
import { runOf } from '../run-span.ts'

const getInvoice = traceTool(
  'get_invoice',
  async (_id: string) => failed({ errorCategory: 'transient', message: 'The invoices are down.' }),
  { effect: 'read' },
)

/** One owner of one operation, which gives up after two tries. */
function insist(operation: string): Promise<unknown> {
  const options = {
    owner: 'orders-agent',
    layer: 'agent',
    operation,
    maxAttempts: 2,
    deadlineMs: 5000,
    effect: 'read',
  } as const
  return recover(options, () => getInvoice('invoice-7')).catch(() => {})
}

/** Runs in each of which a budget is started over after it has ended in failure. */
export async function reset(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await runOf('orders-agent', async (span) => {
      const operation = `get-invoice-${span.spanContext().traceId}`
      await insist(operation)
      await insist(operation)
    })
  }
}
