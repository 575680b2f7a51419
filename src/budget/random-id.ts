import { hexOfByte } from '../self/hex.ts'

const WORDS = 1024

let pool: Uint32Array<ArrayBuffer> | undefined
let next = WORDS

/** 16 lower-case hex digits, from `random` (numbers in [0, 1)) where given, else from the platform's generator. */
export function randomId(random?: () => number): string {
  return random ? hex(random() * 2 ** 32) + hex(random() * 2 ** 32) : hex(nextWord()) + hex(nextWord())
}

function hex(word: number): string {
  return `${hexOfByte(word >>> 24)}${hexOfByte(word >>> 16)}${hexOfByte(word >>> 8)}${hexOfByte(word)}`
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
