import { systemClock } from '../../clock.ts'
import type { ReadHeader } from './response-headers.ts'

/** A wait of more than a year is no hint. */
const LONGEST_WAIT_MS = 366 * 86_400_000

/** An HTTP date names its day and month, an ISO date has a T; `Date.parse` takes much else for a date. */
const DATE = /[A-Za-z]/
const NUMBER = /^\d{1,12}(?:\.\d{1,6})?$/

/**
 * How long a server asks to wait, in milliseconds (REQ-23): `retry-after-ms`, else `retry-after` in seconds or
 * as a date. A date counts from the response's own `date`, because the two clocks may differ; without one, from
 * now. A date in the past is 0.
 */
export function waitHintMs(header: ReadHeader): number | undefined {
  const fine = header('retry-after-ms')?.trim()
  if (fine !== undefined && NUMBER.test(fine)) return sensible(Number(fine))
  const coarse = header('retry-after')?.trim()
  if (coarse === undefined || coarse === '') return undefined
  if (NUMBER.test(coarse)) return sensible(Number(coarse) * 1000)
  const untilMs = DATE.test(coarse) ? Date.parse(coarse) : Number.NaN
  if (Number.isNaN(untilMs)) return undefined
  const sentMs = Date.parse(header('date') ?? '')
  return sensible(Math.max(0, untilMs - (Number.isNaN(sentMs) ? systemClock.now() : sentMs)))
}

function sensible(waitMs: number): number | undefined {
  return waitMs <= LONGEST_WAIT_MS ? Math.round(waitMs) : undefined
}
