import { isCount, isText, MAX_DURATION_MS, MAX_RETRIES, ownValue, type WireFault } from './wire-values.ts'

/** What an answer says of the budget that came with its request. */
export interface WireEcho {
  readonly budget: string
  /** The request's own `leg`, where it had one. */
  readonly leg?: string
  /** Repeats that were made below the request. */
  readonly spent: number
  /** How long the server wants to be left alone after a failure, in milliseconds. */
  readonly retryAfterMs?: number
  /** The object around the echo was made for it, and goes with it. */
  readonly alone?: true
}

/** An echo that is being written. */
type Written = { -readonly [Key in keyof WireEcho]: WireEcho[Key] }

export function echoOf(
  budget: string,
  leg: string | undefined,
  spent: number,
  retryAfterMs: number | undefined,
): WireEcho {
  const echo: Written = { budget, spent }
  if (leg !== undefined) echo.leg = leg
  if (retryAfterMs !== undefined) echo.retryAfterMs = retryAfterMs
  return echo
}

/** Reads an echo that came back. A wrong value takes the whole echo with it: nothing is known to be spent then. */
export function readWireEcho(value: unknown): WireEcho | WireFault {
  if (typeof value !== 'object' || value === null) return 'wrong_type'
  const budget = ownValue(value, 'budget')
  const leg = ownValue(value, 'leg')
  const spent = ownValue(value, 'spent')
  const retryAfterMs = ownValue(value, 'retryAfterMs')
  if (typeof budget !== 'string' || (leg !== undefined && typeof leg !== 'string')) return 'wrong_type'
  if (typeof spent !== 'number') return 'wrong_type'
  if (retryAfterMs !== undefined && typeof retryAfterMs !== 'number') return 'wrong_type'
  if (!isText(budget) || (leg !== undefined && !isText(leg))) return 'bad_length'
  if (!isCount(spent, 0, MAX_RETRIES)) return 'out_of_range'
  if (retryAfterMs !== undefined && !isCount(retryAfterMs, 0, MAX_DURATION_MS)) return 'out_of_range'
  return echoOf(budget, leg, spent, retryAfterMs)
}

/** Whether an echo says that the object around it was made for it. */
export function isAlone(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ownValue(value, 'alone') === true
}
