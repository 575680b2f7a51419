// An action whose answer was lost: called a failure, and called what it is.
import { completed, failed, indeterminate } from 'toolspan'

interface Payments {
  refund(order: string): Promise<{ readonly id: string }>
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

// snippet:blind-write-before
export async function before(payments: Payments, order: string) {
  try {
    const { id } = await payments.refund(order)
    return { content: [{ type: 'text', text: `Refunded: ${id}` }] }
  } catch {
    return { isError: true, content: [{ type: 'text', text: 'The refund failed. Please try again.' }] }
  }
}
// end

// snippet:blind-write-after
export async function after(payments: Payments, order: string) {
  try {
    const { id } = await payments.refund(order)
    return completed({ message: `Order ${order} is refunded`, results: [{ id }] })
  } catch (error) {
    const attemptedQuery = { order }
    if (!isTimeout(error)) {
      return failed({
        errorCategory: 'other',
        message: 'The refund was refused',
        detail: String(error),
        attemptedQuery,
      })
    }
    return indeterminate({
      message: 'The refund was sent, and no answer came',
      attemptedQuery,
      statusCheck: { tool: 'get_refund', arguments: { order } },
    })
  }
}
// end
