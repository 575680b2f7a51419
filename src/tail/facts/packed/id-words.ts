/** Where the words of the ids of a span stand: the first digits of an id are in its first word. */
export const ID = { trace: 0, span: 4, parent: 6, words: 8 } as const

const DIGITS_A_WORD = 8
const TRACE_DIGITS = (ID.span - ID.trace) * DIGITS_A_WORD
const SPAN_DIGITS = (ID.parent - ID.span) * DIGITS_A_WORD

/** By character code: the value of a hex digit; ODD of anything else. */
const DIGITS = new Uint8Array(256).fill(0x80)
const ODD = 0x80
for (const [value, digit] of [...'0123456789abcdef'].entries()) DIGITS[digit.charCodeAt(0)] = value

/** Writes the words of an id of hex digits from `word` on. False where it has other characters, or is cut. */
export function writeId(id: string, words: Uint32Array, word: number): boolean {
  const { length } = id
  let to = word
  let seen = 0
  for (let from = 0; from < length; from += DIGITS_A_WORD) {
    let value = 0
    const end = Math.min(length, from + DIGITS_A_WORD)
    for (let index = from; index < end; index++) {
      const digit = DIGITS[id.charCodeAt(index)] ?? ODD
      seen |= digit
      value = (value << 4) | (digit & 0xf)
    }
    words[to++] = value
  }
  return (seen & ODD) === 0 && (length & (DIGITS_A_WORD - 1)) === 0
}

/**
 * The words of the ids of a span, into `words`. Without a parent those of the parent are zero. False where they are not
 * all of the ids: those have other characters than lower-case hex digits, or another length.
 */
export function writeIds(
  span: { readonly traceId: string; readonly spanId: string; readonly parentSpanId?: string | undefined },
  words: Uint32Array,
): boolean {
  const { traceId, spanId, parentSpanId } = span
  const isTraceWhole = writeId(traceId, words, ID.trace) && traceId.length === TRACE_DIGITS
  const isSpanWhole = writeId(spanId, words, ID.span) && spanId.length === SPAN_DIGITS
  if (parentSpanId === undefined) {
    words[ID.parent] = 0
    words[ID.parent + 1] = 0
    return isTraceWhole && isSpanWhole
  }
  const isParentWhole = writeId(parentSpanId, words, ID.parent) && parentSpanId.length === SPAN_DIGITS
  return isTraceWhole && isSpanWhole && isParentWhole
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
