// An empty answer that does not say what was looked at, and one that does.
import { found, foundNone } from 'toolspan'

interface Orders {
  readonly size: number
  find(filter: { readonly status: string }): readonly unknown[]
}

// snippet:bare-empty-before
export function before(orders: Orders, status: string) {
  return orders.find({ status })
}
// end

// snippet:bare-empty-after
export function after(orders: Orders, status: string) {
  const rows = orders.find({ status })
  if (rows.length > 0) return found(rows, { scanned: orders.size })
  return foundNone({ searched: { status }, scanned: orders.size, emptyReason: 'no_match' })
}
// end
