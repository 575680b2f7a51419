import { traceTool } from 'toolspan'

const searchOrders = traceTool(
  'search_orders',
  (region: string): string[] => (region === 'eu' ? ['order-88'] : []),
  {
    effect: 'read',
  },
)

/** An agent's whole run, as short as it can be: one question, one look-up. */
export function askDesk(region: string): string {
  return `Open orders: ${searchOrders(region).length}`
}
