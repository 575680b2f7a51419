// One sentence for every error, and one from which the next call can be made.
import { failed, found } from 'toolspan'

const STATUSES = ['open', 'paid', 'sent']

// snippet:wordless-error-before
export function before(status: string) {
  if (!STATUSES.includes(status)) throw new Error('Something went wrong')
  return [status]
}
// end

// snippet:wordless-error-after
export function after(status: string) {
  if (STATUSES.includes(status)) return found([status])
  return failed({
    errorCategory: 'validation',
    message: `There is no status "${status}"`,
    attemptedQuery: { status },
    alternatives: STATUSES,
  })
}
// end
