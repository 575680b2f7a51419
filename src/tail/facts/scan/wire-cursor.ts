import { timeOfHalves } from '../otlp-time.ts'
import { ODD } from './odd.ts'
import { type AsciiText, TextCache } from './text-cache.ts'

const NOTHING = new Uint8Array(0)
const NO_VIEW = new DataView(NOTHING.buffer)
/** A number of more bytes needs more than 32 bits, and is odd where lengths and tags are expected. */
const MAX_SHIFT = 28
const MAX_VARINT_BYTES = 10

/** A place in bytes that protobuf wrote. It throws ODD where they make no sense, or more than that. */
export class WireCursor {
  bytes: Uint8Array = NOTHING
  /** The same bytes, to be read by words. */
  view: DataView = NO_VIEW
  at = 0
  readonly #cache: TextCache

  constructor(ascii: AsciiText) {
    this.#cache = new TextCache(ascii)
  }

  begin(bytes: Uint8Array, start: number): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = start
  }

  /** A tag, a length or another number below 2^32. */
  number(end: number): number {
    const { bytes } = this
    let value = 0
    for (let shift = 0; shift <= MAX_SHIFT && this.at < end; shift += 7) {
      const byte = bytes[this.at++] ?? 0
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return shift === MAX_SHIFT && byte > 0xf ? odd() : value >>> 0
    }
    return odd()
  }

  /** Goes past the length of a field; returns where the field ends. */
  fieldEnd(end: number): number {
    const length = this.number(end)
    return length > end - this.at ? odd() : this.at + length
  }

  /** Goes past the value of a field that nobody reads. */
  pass(tag: number, end: number): void {
    if (tag < 8) throw ODD
    switch (tag & 7) {
      case 0:
        this.passVarint(end)
        break
      case 1:
        this.#skip(8, end)
        break
      case 2:
        this.at = this.fieldEnd(end)
        break
      case 5:
        this.#skip(4, end)
        break
      default:
        throw ODD
    }
  }

  passVarint(end: number): void {
    const most = Math.min(end, this.at + MAX_VARINT_BYTES)
    while (this.at < most) if ((this.bytes[this.at++] ?? 0) < 0x80) return
    throw ODD
  }

  fixed32(end: number): number {
    const { at } = this
    this.#skip(4, end)
    return this.view.getUint32(at, true)
  }

  /** A time in milliseconds. */
  time(end: number): number {
    const lower = this.fixed32(end)
    return timeOfHalves(this.fixed32(end), lower)
  }

  /** The text from here to `end`; the place is then its end. */
  text(end: number): string {
    const { at } = this
    this.at = end
    return this.textAt(at, end)
  }

  /** The text from `start` to `end`. */
  textAt(start: number, end: number): string {
    return this.#cache.textOf(this.bytes, this.view, start, end)
  }

  /** An id of `count` words into `words` from `word` on. ODD where it has another length. Whether it is not zero. */
  id(end: number, words: Uint32Array, word: number, count: number): boolean {
    const idEnd = this.fieldEnd(end)
    if (idEnd - this.at !== 4 * count) throw ODD
    const start = this.at
    this.at = idEnd
    return readWords(this.view, start, words, word, word + count)
  }

  #skip(count: number, end: number): void {
    if (count > end - this.at) throw ODD
    this.at += count
  }
}

function odd(): never {
  throw ODD
}

/** Reads words of an id, the first digits first. Whether it is not zero. */
export function readWords(
  view: DataView,
  start: number,
  words: Uint32Array,
  from: number,
  to: number,
): boolean {
  let any = 0
  for (let word = from, at = start; word < to; word++, at += 4) {
    const value = view.getInt32(at)
    words[word] = value
    any |= value
  }
  return any !== 0
}
