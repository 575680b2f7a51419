/** A non-negative finite number, or nothing. */
export function amount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY ? value : undefined
}

/** A non-negative whole number, or nothing. */
export function wholeNumber(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? amount(value) : undefined
}
