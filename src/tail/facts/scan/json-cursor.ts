import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DIGIT_0,
  DIGIT_9,
  ESCAPED,
  HEX_VALUE,
  IN_TEXT,
  MINUS,
  NO_HEX,
  OPEN_BRACE,
  OPEN_BRACKET,
  PASSED_IN_TEXT,
  POINT,
  QUOTE,
  TEXT_BYTE,
} from './json-bytes.ts'
import { ODD } from './odd.ts'
import { type AsciiText, TextCache, utf8Text } from './text-cache.ts'

const NOTHING = new Uint8Array(0)
/** Values nested deeper than this are odd: the reader of objects has no such limit and no stack. */
const MAX_DEPTH = 64
const SPACE = 0x20
const BELOW_CASE = 0x20
const LETTER_E = 0x65
const LETTER_U = 0x75
const PLUS = 0x2b
const TRUE = literal('true')
const FALSE = literal('false')
const NULL = literal('null')

/** The bytes of a piece of JSON that is often written just like that. */
export function literal(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/**
 * A place in a JSON text that is read from its bytes. It takes what JSON.parse takes, and throws ODD for anything else,
 * and for some of the things that nobody writes. A text that was just gone over lies between `start` and `end`.
 */
export class JsonCursor {
  bytes: Uint8Array = NOTHING
  /** The same bytes, to be read by words. */
  view: DataView = new DataView(NOTHING.buffer)
  at = 0
  limit = 0
  start = 0
  end = 0
  /** The text is all ASCII and has no escapes. */
  isPlain = true
  readonly #cache: TextCache
  readonly #ascii: AsciiText

  constructor(ascii: AsciiText) {
    this.#cache = new TextCache(ascii)
    this.#ascii = ascii
  }

  begin(bytes: Uint8Array, start: number, limit: number): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = start
    this.limit = limit
  }

  /** The next byte that is no white space; 0 at the end. */
  next(): number {
    for (; this.at < this.limit; this.at++) {
      const byte = this.bytes[this.at] ?? 0
      if (byte > SPACE) return byte
      if (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) throw ODD
    }
    return 0
  }

  expect(byte: number): void {
    if (this.next() !== byte) throw ODD
    this.at++
  }

  /** Goes past these very bytes where they come now; else stays where it is. */
  passes(expected: Uint8Array): boolean {
    const { bytes, at } = this
    const { length } = expected
    if (at + length > this.limit) return false
    for (let offset = 0; offset < length; offset++) if (bytes[at + offset] !== expected[offset]) return false
    this.at = at + length
    return true
  }

  /** Goes into an object, to the value of its first member; false where it has none. */
  enterObject(): boolean {
    this.expect(OPEN_BRACE)
    if (this.next() === CLOSE_BRACE) {
      this.at++
      return false
    }
    this.#name()
    return true
  }

  /** Goes on to the value of the next member; false at the end of the object. The last text is then the name. */
  nextMember(): boolean {
    const byte = this.next()
    this.at++
    if (byte === CLOSE_BRACE) return false
    if (byte !== COMMA) throw ODD
    this.#name()
    return true
  }

  #name(): void {
    this.expect(QUOTE)
    this.text()
    this.expect(COLON)
    this.next()
  }

  /** Goes into an array, to its first item; false where it has none. */
  enterArray(): boolean {
    this.expect(OPEN_BRACKET)
    if (this.next() !== CLOSE_BRACKET) return true
    this.at++
    return false
  }

  nextItem(): boolean {
    const byte = this.next()
    this.at++
    if (byte === CLOSE_BRACKET) return false
    if (byte !== COMMA) throw ODD
    this.next()
    return true
  }

  /** Goes over a text, of which the quote was passed. */
  text(): void {
    const { bytes, limit } = this
    let { at } = this
    this.start = at
    while (at < limit && IN_TEXT[bytes[at] ?? 0] === TEXT_BYTE.plain) at++
    this.isPlain = at < limit && bytes[at] === QUOTE
    this.at = at
    if (!this.isPlain) this.passText()
    else {
      this.end = at
      this.at = at + 1
    }
  }

  /** Goes over a text, of which the quote was passed and that nobody reads. */
  passText(): void {
    const { bytes, limit } = this
    let { at } = this
    for (;;) {
      while (at < limit && PASSED_IN_TEXT[bytes[at] ?? 0] === 1) at++
      if (at >= limit) throw ODD
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) break
      if (byte !== BACKSLASH) throw ODD
      at = this.#afterEscape(at + 1)
    }
    this.end = at
    this.at = at + 1
  }

  #afterEscape(at: number): number {
    const { bytes } = this
    const byte = bytes[at] ?? 0
    if (ESCAPED[byte] === 1) return at + 1
    if (byte !== LETTER_U || at + 5 > this.limit) throw ODD
    for (let offset = 1; offset <= 4; offset++) if (HEX_VALUE[bytes[at + offset] ?? 0] === NO_HEX) throw ODD
    return at + 5
  }

  /** The text that was just gone over. */
  held(): string {
    const { bytes, view, start, end } = this
    if (this.isPlain) return this.#cache.textOf(bytes, view, start, end)
    const text = utf8Text(bytes, start, end)
    return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text
  }

  /** The value that comes now, with the parser that reads everything. */
  value(): unknown {
    const start = this.at
    this.pass()
    const { bytes, at } = this
    for (let index = start; index < at; index++)
      if ((bytes[index] ?? 0) > 0x7f) return JSON.parse(utf8Text(bytes, start, at))
    return JSON.parse(this.#ascii(bytes, start, at))
  }

  /** Goes over a value that nobody reads. */
  pass(depth = 0): void {
    if (depth > MAX_DEPTH) throw ODD
    switch (this.next()) {
      case QUOTE:
        this.at++
        this.passText()
        break
      case OPEN_BRACE:
        for (let has = this.enterObject(); has; has = this.nextMember()) this.pass(depth + 1)
        break
      case OPEN_BRACKET:
        for (let has = this.enterArray(); has; has = this.nextItem()) this.pass(depth + 1)
        break
      default:
        if (!this.passes(TRUE) && !this.passes(FALSE) && !this.passes(NULL)) this.passNumber()
    }
  }

  passNumber(): void {
    if (this.bytes[this.at] === MINUS) this.at++
    const start = this.at
    const digits = this.#passDigits()
    if (digits > 1 && this.bytes[start] === DIGIT_0) throw ODD
    if (this.bytes[this.at] === POINT) {
      this.at++
      this.#passDigits()
    }
    if (((this.bytes[this.at] ?? 0) | BELOW_CASE) !== LETTER_E) return
    this.at++
    const sign = this.bytes[this.at]
    if (sign === PLUS || sign === MINUS) this.at++
    this.#passDigits()
  }

  /** Goes over at least one digit; returns how many. */
  #passDigits(): number {
    const start = this.at
    while (this.at < this.limit && isDigit(this.bytes[this.at] ?? 0)) this.at++
    if (this.at === start) throw ODD
    return this.at - start
  }
}

export function isDigit(byte: number): boolean {
  return byte >= DIGIT_0 && byte <= DIGIT_9
}
