/** An object that is read by its keys; no list. */
export type Keyed = Readonly<Record<string, unknown>>

/** Whether a value is an object with keys. A list is not. */
export function isKeyed(value: unknown): value is Keyed {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
