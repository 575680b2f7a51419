import { hexDigit } from '../self/hex.ts'

/** A running hash: two 32-bit lanes of which 48 bits are kept, and how many more bytes may be read. */
export interface Hash {
  low: number
  high: number
  bytesLeft: number
  /** False once a value came that does not show what is in it. */
  isKnown: boolean
}

// Odd constants with well-spread bits, as multiplicative hashes need: the golden ratio and the square root of
// three, each times 2^32.
const LOW_FACTOR = 0x9e3779b1
const HIGH_FACTOR = 0xbb67ae85

const double = new Float64Array(1)
const words = new Uint32Array(double.buffer)

/** A hash that reads at most `maxBytes`; one character counts as a byte, a number as eight. */
export function newHash(maxBytes: number): Hash {
  return { low: 0x243f6a88, high: 0x13198a2e, bytesLeft: maxBytes, isKnown: true }
}

/** Folds one 32-bit word in. */
export function fold(hash: Hash, word: number): void {
  const low = Math.imul(hash.low ^ word, LOW_FACTOR)
  const high = Math.imul(hash.high ^ word, HIGH_FACTOR)
  hash.low = low ^ (low >>> 15)
  hash.high = high ^ (high >>> 13)
  hash.bytesLeft--
}

/** A kind of value and a size, as one word to fold. Sizes from 2^24 on share their words with smaller ones. */
export const sized = (kind: number, size: number): number => (kind << 24) | (size & 0xffffff)

/** Folds a text in: what it stands for, its length, and as many characters as may still be read, two at a time. */
export function foldText(hash: Hash, kind: number, text: string): void {
  const end = Math.min(text.length, Math.max(0, hash.bytesLeft))
  let low = Math.imul(hash.low ^ sized(kind, text.length), LOW_FACTOR)
  let high = Math.imul(hash.high ^ sized(kind, text.length), HIGH_FACTOR)
  low ^= low >>> 15
  high ^= high >>> 13
  for (let index = 0; index < end; index += 2) {
    const second = index + 1 < end ? text.charCodeAt(index + 1) : 0
    const pair = text.charCodeAt(index) | (second << 16)
    low = Math.imul(low ^ pair, LOW_FACTOR)
    low ^= low >>> 15
    high = Math.imul(high ^ pair, HIGH_FACTOR)
    high ^= high >>> 13
  }
  hash.low = low
  hash.high = high
  hash.bytesLeft -= end + 1
}

/** Folds binary data in: its length, and as many of its first bytes as may still be read. */
export function foldBytes(hash: Hash, buffer: ArrayBufferLike, offset: number, length: number): void {
  const bytes = new Uint8Array(buffer, offset, Math.min(length, Math.max(0, hash.bytesLeft)))
  fold(hash, length)
  for (const byte of bytes) fold(hash, byte)
}

/** Folds a finite number in; -0 counts as 0, as it does in JSON. */
export function foldNumber(hash: Hash, value: number): void {
  double[0] = value === 0 ? 0 : value
  fold(hash, words[0] ?? 0)
  fold(hash, words[1] ?? 0)
  hash.bytesLeft -= 6
}

/** The 48 bits as 12 lower-case hex digits. */
export function hexDigits(hash: Hash): string {
  const low = avalanche(hash.low ^ Math.imul(hash.high, LOW_FACTOR))
  const high = avalanche(hash.high ^ Math.imul(hash.low, HIGH_FACTOR))
  // One allocation; putting pairs of digits together would take five.
  return String.fromCharCode(
    hexDigit(high >>> 28),
    hexDigit(high >>> 24),
    hexDigit(high >>> 20),
    hexDigit(high >>> 16),
    hexDigit(low >>> 28),
    hexDigit(low >>> 24),
    hexDigit(low >>> 20),
    hexDigit(low >>> 16),
    hexDigit(low >>> 12),
    hexDigit(low >>> 8),
    hexDigit(low >>> 4),
    hexDigit(low),
  )
}

/** Lets every bit of a word depend on all others. */
function avalanche(word: number): number {
  let mixed = Math.imul(word ^ (word >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return mixed ^ (mixed >>> 16)
}
