const FEW_BYTES = 4

/**
 * A hash over the length and eight of the bytes: enough to tell most texts apart before they are compared. A third of
 * the way in stand the digits of names that are numbered.
 */
export function quickHash(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start
  if (length < FEW_BYTES) return hashOfFew(bytes, start, end)
  const third = start + ((length / 3) | 0)
  const last =
    (bytes[end - 1] ?? 0) |
    ((bytes[end - 2] ?? 0) << 8) |
    ((bytes[start + (length >> 1)] ?? 0) << 16) |
    ((bytes[start + ((3 * length) >> 2)] ?? 0) << 24)
  const early =
    (bytes[third] ?? 0) |
    ((bytes[third + 1] ?? 0) << 8) |
    ((bytes[third + 2] ?? 0) << 16) |
    ((bytes[start] ?? 0) << 24)
  return mixed(last ^ Math.imul(early ^ length, 0x85ebca6b))
}

function hashOfFew(bytes: Uint8Array, start: number, end: number): number {
  let few = end - start
  for (let at = start; at < end; at++) few = (few << 8) | (bytes[at] ?? 0)
  return mixed(few)
}

/** The same of a text of which every character is taken for a byte. */
export function quickHashOfText(text: string): number {
  const { length } = text
  if (length < FEW_BYTES) return mixed(length === 0 ? 0 : text.charCodeAt(0) | (length << 16))
  const last =
    text.charCodeAt(length - 1) | (text.charCodeAt(length - 2) << 8) | (text.charCodeAt(length >> 1) << 16)
  const early = text.charCodeAt((length / 3) | 0) | (text.charCodeAt((3 * length) >> 2) << 8)
  return mixed(last ^ Math.imul(early ^ (length << 16), 0x85ebca6b))
}

function mixed(bits: number): number {
  const product = Math.imul(bits, 0xc2b2ae35)
  return product ^ (product >>> 15)
}
