import { timeOfDigits } from '../otlp-time.ts'
import { DIGIT_0, HEX_VALUE, NO_HEX, QUOTE } from './json-bytes.ts'
import { isDigit, type JsonCursor } from './json-cursor.ts'
import { ODD } from './odd.ts'

/** More digits than these need more than a double, or another reader. */
const MAX_DIGITS = 15
const MAX_TIME_DIGITS = 19
const DIGITS_A_WORD = 8

/**
 * A whole number, bare or as a text, that is written in the shortest way; undefined where it is anything else, and the
 * place is then the same as before.
 */
export function wholeNumber(cursor: JsonCursor): number | undefined {
  const { bytes } = cursor
  const isText = bytes[cursor.at] === QUOTE
  const start = isText ? cursor.at + 1 : cursor.at
  const most = Math.min(cursor.limit, start + MAX_DIGITS + 1)
  let value = 0
  let at = start
  for (; at < most; at++) {
    const byte = bytes[at] ?? 0
    if (!isDigit(byte)) break
    value = value * 10 + (byte - DIGIT_0)
  }
  const count = at - start
  if (count === 0 || count > MAX_DIGITS || at >= cursor.limit) return undefined
  if (count > 1 && bytes[start] === DIGIT_0) return undefined
  const after = bytes[at]
  if (isText) {
    if (after !== QUOTE) return undefined
    cursor.at = at + 1
    return value
  }
  // A fraction or an exponent follows.
  if (after === 0x2e || after === 0x65 || after === 0x45) return undefined
  cursor.at = at
  return value
}

/** Nanoseconds as digits in a text, in milliseconds; undefined where it is anything else. */
export function timeText(cursor: JsonCursor): number | undefined {
  const { bytes } = cursor
  if (bytes[cursor.at] !== QUOTE) return undefined
  const start = cursor.at + 1
  let at = start
  while (at < cursor.limit && isDigit(bytes[at] ?? 0)) at++
  const count = at - start
  if (count === 0 || count > MAX_TIME_DIGITS || bytes[at] !== QUOTE || at >= cursor.limit) return undefined
  cursor.at = at + 1
  return timeOfDigits(bytes, start, at)
}

/** An id of hex digits into the words from `word` on. ODD where it is written in another way. Whether it is not zero. */
export function hexId(cursor: JsonCursor, words: Uint32Array, word: number, digits: 16 | 32): boolean {
  const { bytes, at } = cursor
  const start = at + 1
  const end = start + digits
  if (end >= cursor.limit || bytes[at] !== QUOTE || bytes[end] !== QUOTE) throw ODD
  let wrong = 0
  let any = 0
  for (let from = start, to = word; from < end; from += DIGITS_A_WORD, to++) {
    let value = 0
    for (let offset = 0; offset < DIGITS_A_WORD; offset++) {
      const digit = HEX_VALUE[bytes[from + offset] ?? 0] ?? NO_HEX
      wrong |= digit
      value = (value << 4) | digit
    }
    any |= value
    words[to] = value
  }
  if ((wrong & NO_HEX) !== 0) throw ODD
  cursor.at = end + 1
  return any !== 0
}
