// FNV-1a, so that the hash of a text can be taken byte by byte while its end is looked for.

export const HASH_START = 0x811c9dc5 | 0
export const HASH_PRIME = 0x01000193

/** The hash of some bytes, as 32 bits with sign. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), HASH_PRIME)
  return hash
}
