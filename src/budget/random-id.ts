import { hexOfWords } from '../self/hex.ts'

const WORDS = 1024

let pool: Uint32Array<ArrayBuffer> | undefined
let next = WORDS

/** 16 lower-case hex digits, from `random` (numbers in [0, 1)) where given, else from the platform's generator. */
export function randomId(random?: () => number): string {
  return random ? hexOfWords(random() * 2 ** 32, random() * 2 ** 32) : hexOfWords(nextWord(), nextWord())
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
