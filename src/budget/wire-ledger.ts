import type { EnclosingAttempt } from './attempt.ts'
import { sharedRetriesLeft } from './ledger.ts'
import { isCount, isText, MAX_DURATION_MS, MAX_RETRIES, ownValue, type WireFault } from './wire-values.ts'

/** The key of `_meta`, and of a JSON-RPC error's `data`, under which budgets travel. */
export const BUDGET_META_KEY = 'toolspan/budget'

/** What a request says of the budget that it is a try of. docs/budgets.md describes it for other languages. */
export interface WireLedger {
  readonly operation: string
  readonly budget: string
  /** Repeats that everybody below may make together; 0 leaves first tries only. */
  readonly retriesLeft: number
  /** How long anybody waits for the answer; a duration, because clocks of two machines differ. */
  readonly msLeft: number
  /** Which try of the operation the request is; 1 is the first. */
  readonly attempt: number
  /** To be repeated in the echo, where the budget alone would not say whose ledger is meant. */
  readonly leg?: string
}

/** What is left at this moment, for a request that this attempt makes; nothing once its budget has ended. */
export function ledgerToSend(attempt: EnclosingAttempt): WireLedger | undefined {
  const { budget, number } = attempt
  const { ledger } = budget
  if (!budget.isOpen) return undefined
  const wire: Written = {
    operation: ledger.operationId,
    budget: ledger.budgetId,
    retriesLeft: Math.min(sharedRetriesLeft(ledger), MAX_RETRIES),
    // Not even 0 means that nothing is left: who asks at the last moment still waits.
    msLeft: Math.min(Math.max(1, Math.ceil(attempt.remainingMs)), MAX_DURATION_MS),
    attempt: Math.min(number, MAX_RETRIES + 1),
  }
  if (ledger.key !== ledger.budgetId) wire.leg = ledger.key
  return wire
}

/** A ledger that is being written. */
type Written = { -readonly [Key in keyof WireLedger]: WireLedger[Key] }

/**
 * Reads a ledger that came in. Anybody may have written it: each value has a type and bounds, only the values that
 * are known are looked at, and one that is wrong takes the whole ledger with it.
 */
export function readWireLedger(value: unknown): WireLedger | WireFault {
  if (typeof value !== 'object' || value === null) return 'wrong_type'
  const operation = ownValue(value, 'operation')
  const budget = ownValue(value, 'budget')
  const retriesLeft = ownValue(value, 'retriesLeft')
  const msLeft = ownValue(value, 'msLeft')
  const attempt = ownValue(value, 'attempt')
  const leg = ownValue(value, 'leg')
  if (typeof operation !== 'string' || typeof budget !== 'string') return 'wrong_type'
  if (typeof retriesLeft !== 'number' || typeof msLeft !== 'number') return 'wrong_type'
  if (typeof attempt !== 'number' || (leg !== undefined && typeof leg !== 'string')) return 'wrong_type'
  if (!isText(operation) || !isText(budget) || (leg !== undefined && !isText(leg))) return 'bad_length'
  if (!isCount(retriesLeft, 0, MAX_RETRIES)) return 'out_of_range'
  if (!isCount(msLeft, 1, MAX_DURATION_MS) || !isCount(attempt, 1, MAX_RETRIES + 1)) return 'out_of_range'
  const wire: Written = { operation, budget, retriesLeft, msLeft, attempt }
  if (leg !== undefined) wire.leg = leg
  return wire
}
