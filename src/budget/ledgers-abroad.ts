import { processWide } from '../self/process-wide.ts'
import { chargeRetries, type Ledger, noteWaitHint } from './ledger.ts'
import type { WireEcho } from './wire-echo.ts'

/** Ledgers whose remainder other processes were told, while they are open; one that ends is taken out. */
const abroad = processWide('ledgers abroad 1', () => new Map<string, Ledger>())

/** A handler that never ends would keep its ledger for ever. Of one that is let go nothing is known to be spent. */
const MAX_ABROAD = 10_000

/** Notes that a request has taken this ledger to another process, which may report what it spent. */
export function noteAbroad(ledger: Ledger): void {
  if (abroad.size >= MAX_ABROAD && !abroad.has(ledger.key)) {
    const [oldest] = abroad.keys()
    if (oldest !== undefined) abroad.delete(oldest)
  }
  abroad.set(ledger.key, ledger)
}

/** The ledger has ended: what is still reported concerns nobody. */
export function callBack(ledger: Ledger): void {
  // A host may give its own source of ids, and that one may repeat itself.
  if (abroad.size > 0 && abroad.get(ledger.key) === ledger) abroad.delete(ledger.key)
}

/**
 * Charges what another process reports to have spent. Only who was told of a ledger can name it: keys are random.
 * A report that claims too much ends a recovery early, as an answer that calls itself final does.
 */
export function settle(echo: WireEcho): void {
  const ledger = abroad.get(echo.leg ?? echo.budget)
  if (ledger === undefined || ledger.budgetId !== echo.budget) return
  chargeRetries(ledger, echo.spent)
  noteWaitHint(ledger, echo.retryAfterMs)
}
