import { hexOfWords } from '../../../self/hex.ts'

/** Where the words of the ids of a span stand: the first digits of an id are in its first word. */
export const ID = { trace: 0, span: 4, parent: 6, words: 8 } as const

const DIGITS_A_WORD = 8

/** By character code: the value of a hex digit. */
const DIGITS = new Uint8Array(256)
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value

/** Writes the words of an id of hex digits from `word` on. */
export function writeId(id: string, words: Uint32Array, word: number): void {
  const { length } = id
  let to = word
  for (let from = 0; from < length; from += DIGITS_A_WORD) {
    let value = 0
    const end = Math.min(length, from + DIGITS_A_WORD)
    for (let index = from; index < end; index++) value = (value << 4) | (DIGITS[id.charCodeAt(index)] ?? 0)
    words[to++] = value
  }
}

/** The words of the ids of a span, into `words`. Without a parent those of the parent are zero. */
export function writeIds(
  span: { readonly traceId: string; readonly spanId: string; readonly parentSpanId?: string | undefined },
  words: Uint32Array,
): void {
  writeId(span.traceId, words, ID.trace)
  writeId(span.spanId, words, ID.span)
  words.fill(0, ID.parent)
  if (span.parentSpanId !== undefined) writeId(span.parentSpanId, words, ID.parent)
}

/** `count` words from `word` on, an even number of them, as hex digits. */
export function hexOf(words: Uint32Array, word: number, count: number): string {
  let digits = ''
  for (let at = word; at < word + count; at += 2) digits += hexOfWords(words[at] ?? 0, words[at + 1] ?? 0)
  return digits
}

/** 32 bits over the words of a trace id: ids of some tracers differ in a few digits only. */
export function traceHash(words: Uint32Array, word: number): number {
  return wordsHash(words, word, word + ID.span)
}

/** 32 bits over the words from `from` up to `end`; other ones for each seed. */
export function wordsHash(words: Uint32Array, from: number, end: number, seed = 0x811c9dc5): number {
  let hash = seed
  for (let at = from; at < end; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return Math.imul(hash, 0xc2b2ae35) >>> 0
}
