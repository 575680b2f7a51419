/** An object that is read by its keys; no list. */
export type Keyed = Readonly<Record<string, unknown>>

/** Whether a value is an object with keys. A list is not. */
export function isKeyed(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A non-negative finite number, or nothing. */
export function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined
}

/** A non-negative whole number, or nothing. */
export function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? amount(value) : undefined
}
