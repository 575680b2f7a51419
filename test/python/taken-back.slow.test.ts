import { expect, test } from 'vitest'
import { openLeaf } from '../support/leaf.ts'
import { COMBINATIONS } from './orders-client.ts'
import { ORDERS_SERVICE, pythonOfExample } from './orders-server.ts'
import { playRun } from './played.ts'

/** Absent where the machine is known to have no Python; why it was printed. */
const python = pythonOfExample()

test.runIf(python !== undefined).each(COMBINATIONS)(
  'a call that its caller takes back is cancelled, and no error of the server: SDK %s over %s',
  async (sdk, way) => {
    const leaf = await openLeaf('hangs')
    const { spans } = await playRun(
      python ?? '',
      [sdk, way],
      async (orders) => {
        await expect(orders.call('search_archive', { customer: 'ada-lovelace' }, 700)).rejects.toThrow()
        // The server goes on.
        expect(await orders.call('search_orders', { customer: 'ada-lovelace' })).toMatchObject({
          structuredContent: { status: 'found' },
        })
        leaf.close()
      },
      { archiveUrl: leaf.url },
    )
    const served = spans.find(
      ({ name, kind, service }) =>
        name === 'tools/call search_archive' && kind === 'server' && service === ORDERS_SERVICE,
    )
    expect(served).toMatchObject({ failed: false, attributes: { 'toolspan.result.status': 'cancelled' } })
    expect(served?.attributes['error.type']).toBeUndefined()
    const tries = spans.filter(({ name }) => name === 'orders-archive attempt')
    expect(tries).toMatchObject([{ failed: false }])
  },
)
