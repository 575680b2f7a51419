import { found, recover, traceTool } from '../../../../src/index.ts'
import { runOf } from '../run-span.ts'

const getOrder = traceTool('get_order', async (id: number) => found([{ id }], { sources: ['orders'] }), {
  effect: 'read',
})

/** So many runs with a tool call, and as many with a budget and no tool in it. */
export async function sampled(count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await runOf('sampled', () => getOrder(number))
    await runOf('sampled', () =>
      recover(
        { owner: 'sampled', layer: 'agent', maxAttempts: 2, deadlineMs: 5000, effect: 'read' },
        async () => number,
      ),
    )
  }
}
