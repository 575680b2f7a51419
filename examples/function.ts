// Adding Toolspan to a plain function that an agent uses as a tool.
// snippet:function
import { traceTool } from 'toolspan'

export const findOrders = traceTool('find_orders', searchOrders, { effect: 'read' })
// end

interface Order {
  readonly id: string
  readonly region: string
}

async function searchOrders(args: { readonly region: string }): Promise<Order[]> {
  const orders: readonly Order[] = [{ id: 'order-88', region: 'eu' }]
  return orders.filter((order) => order.region === args.region)
}
