/** 32 bits over the characters of a text, never 0: equal texts of any two packs have equal ones. */
export function hashOfText(text: string): number {
  let hash = SEED
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  return finished(hash)
}

/** The same of a text of which every character is one byte. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME)
  return finished(hash)
}

// FNV-1a of 32 bits.
const SEED = 0x811c9dc5
const PRIME = 0x01000193

function finished(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0 || 1
}
