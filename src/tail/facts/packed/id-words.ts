/** Where the words of the ids of a span stand: the first digits of an id are in its first word. */
export const ID = { trace: 0, span: 4, parent: 6, words: 8 } as const

const DIGITS_A_WORD = 8

/** Writes the words of an id of hex digits from `word` on. */
export function writeId(id: string, words: Uint32Array, word: number): void {
  for (let from = 0, to = word; from < id.length; from += DIGITS_A_WORD, to++)
    words[to] = Number.parseInt(id.slice(from, from + DIGITS_A_WORD), 16)
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

/** `count` words from `word` on as hex digits. */
export function hexOf(words: Uint32Array, word: number, count: number): string {
  let digits = ''
  for (let at = word; at < word + count; at++) digits += (words[at] ?? 0).toString(16).padStart(8, '0')
  return digits
}

/** 32 bits over the words of a trace id: ids of some tracers differ in a few digits only. */
export function traceHash(words: Uint32Array, word: number): number {
  let hash = 0x811c9dc5
  for (let at = word; at < word + ID.span; at++) {
    hash = Math.imul(hash ^ (words[at] ?? 0), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return Math.imul(hash, 0xc2b2ae35) >>> 0
}
