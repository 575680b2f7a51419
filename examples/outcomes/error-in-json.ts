// A refusal that looks like data, and one that can be passed on to the person who asked.
import { completed, failed } from 'toolspan'

interface Account {
  readonly balance: number
}

// snippet:error-in-json-before
export function before(account: Account, amount: number) {
  const result = amount > account.balance ? { ok: false, error: 'limit' } : { ok: true }
  return { content: [{ type: 'text', text: JSON.stringify(result) }] }
}
// end

// snippet:error-in-json-after
export function after(account: Account, amount: number) {
  if (amount <= account.balance) return completed({ message: `${amount} EUR were sent` })
  return failed({
    errorCategory: 'business',
    errorCode: 'over_balance',
    message: `The account holds ${account.balance} EUR, which is less than ${amount} EUR`,
    alternatives: ['a smaller amount', 'another account'],
  })
}
// end
