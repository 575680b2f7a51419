/**
 * The size of what is not read by its keys: entries of a map or a set, bytes of binary data; undefined for anything
 * else. A buffer has a key for each of its bytes: to look at those can take seconds.
 */
export function sizeOf(value: object): number | undefined {
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (value instanceof Map || value instanceof Set) return value.size
  if (value instanceof ArrayBuffer) return value.byteLength
  if (typeof SharedArrayBuffer !== 'undefined' && value instanceof SharedArrayBuffer) return value.byteLength
  return typeof Blob !== 'undefined' && value instanceof Blob ? value.size : undefined
}

/** Whether a value is binary data. */
export function isBinary(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Map || value instanceof Set) &&
    sizeOf(value) !== undefined
  )
}
