// A default in the place of a value that could not be had, and one that is marked as such.
import { fallback, found } from 'toolspan'

type CountOpenTickets = () => Promise<number>

// snippet:default-value-before
export async function before(countOpenTickets: CountOpenTickets) {
  return countOpenTickets().catch(() => 0)
}
// end

// snippet:default-value-after
export async function after(countOpenTickets: CountOpenTickets) {
  try {
    return found([{ open: await countOpenTickets() }])
  } catch (error) {
    return fallback(0, {
      errorCategory: 'transient',
      message: 'The ticket system did not answer',
      detail: String(error),
    })
  }
}
// end
