import { hexOfWords } from '../../self/hex.ts'

const PRIME = 0x01000193

/** 64 bits over a text, as 16 hex digits: to tell texts apart without keeping them. Not for secrets. */
export function hash64(text: string): string {
  // Two times FNV-1a with a final avalanche, from two bases, in one walk.
  let first = 0x811c9dc5
  let second = 0x9e3779b9
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, PRIME)
    second = Math.imul(second ^ code, PRIME)
  }
  return hexOfWords(mixed(first), mixed(second))
}

function mixed(sum: number): number {
  let hash = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}
