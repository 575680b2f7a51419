const WORDS = 128
const BYTES_AS_HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

let pool: Uint32Array<ArrayBuffer> | undefined
let next = WORDS

/** 16 lower-case hex digits, from `random` (numbers in [0, 1)) where given, else from the platform's generator. */
export function randomId(random?: () => number): string {
  return random ? hex(random() * 2 ** 32) + hex(random() * 2 ** 32) : hex(nextWord()) + hex(nextWord())
}

/** From a table: `toString(16)` and padding take longer than all else that opening a budget does. */
function hex(word: number): string {
  return `${byte(word >>> 24)}${byte(word >>> 16)}${byte(word >>> 8)}${byte(word)}`
}

function byte(word: number): string {
  return BYTES_AS_HEX[word & 255] ?? ''
}

/** Drawn many at a time, because one call of the generator is slow. */
function nextWord(): number {
  pool ??= new Uint32Array(WORDS)
  if (next >= WORDS) {
    crypto.getRandomValues(pool)
    next = 0
  }
  return pool[next++] ?? 0
}
