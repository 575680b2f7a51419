import type { Keyed } from '../self/keyed.ts'

/** Why something about budgets that another process sent was not believed. */
export type WireFault = 'wrong_type' | 'bad_length' | 'out_of_range' | 'unreadable'

/** More repeats than this are neither sent nor believed. Sending fewer than there are only tightens. */
export const MAX_RETRIES = 1_000_000
/** The longest time that a timer of the platform can hold: 2^31 - 1 ms, about 24 days. */
export const MAX_DURATION_MS = 2_147_483_647
/** Ids are put on spans and kept while a request lasts. */
export const MAX_TEXT_LENGTH = 256

/** A property of the object itself: what it inherits was not sent. */
export function ownValue(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Keyed)[name] : undefined
}

/** Whether a text may be an id. */
export function isText(text: string): boolean {
  return text.length > 0 && text.length <= MAX_TEXT_LENGTH
}

/** A whole number within bounds; NaN and infinities are none. */
export function isCount(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
