import { isSameInViews, viewHash } from './view-hash.ts'

/** Makes a text of bytes that are all ASCII. */
export type AsciiText = (bytes: Uint8Array, start: number, end: number) => string

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** The way that every platform has. Node has a faster one. */
export const asciiText: AsciiText = (bytes, start, end) => UTF_8.decode(bytes.subarray(start, end))

/** A text in UTF-8. What is none becomes the replacement character. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  return UTF_8.decode(bytes.subarray(start, end))
}

const SLOTS = 4096
/** Longer texts hardly ever come again. */
const MAX_LENGTH = 64
const WORD = 4
/** The first bit of each of four bytes: in ASCII none is set. */
const BEYOND_ASCII = 0x80808080

/**
 * Texts that were made of bytes lately: names, services and values come again and again. A new text takes the place of
 * an old one, so that it never grows. They are known by their bytes, which are kept beside them.
 */
export class TextCache {
  readonly #texts: string[] = new Array(SLOTS).fill('')
  /** By slot: the bytes of its text, and how many they are. */
  readonly #bytes = new Uint8Array(SLOTS * MAX_LENGTH)
  readonly #view = new DataView(this.#bytes.buffer)
  readonly #lengths = new Uint8Array(SLOTS)
  /** By slot: the hash of the text that was made last. */
  readonly #met = new Int32Array(SLOTS)
  readonly #make: AsciiText

  constructor(make: AsciiText) {
    this.#make = make
  }

  /** The text of some bytes in UTF-8, of which `view` is a view. */
  textOf(bytes: Uint8Array, view: DataView, start: number, end: number): string {
    const length = end - start
    if (length > MAX_LENGTH) return this.#made(bytes, view, start, end)
    const hash = viewHash(view, start, end)
    const slot = hash & (SLOTS - 1)
    const from = slot * MAX_LENGTH
    if (this.#lengths[slot] === length && isSameInViews(this.#view, from, view, start, length))
      return this.#texts[slot] ?? ''
    const text = this.#made(bytes, view, start, end)
    // Many texts come only once: ids.
    if (this.#met[slot] !== hash) {
      this.#met[slot] = hash
      return text
    }
    for (let offset = 0; offset < length; offset++) this.#bytes[from + offset] = bytes[start + offset] ?? 0
    this.#lengths[slot] = length
    this.#texts[slot] = text
    return text
  }

  #made(bytes: Uint8Array, view: DataView, start: number, end: number): string {
    let every = 0
    let at = start
    for (; at + WORD <= end; at += WORD) every |= view.getInt32(at, true)
    for (; at < end; at++) every |= bytes[at] ?? 0
    return (every & BEYOND_ASCII) === 0 ? this.#make(bytes, start, end) : utf8Text(bytes, start, end)
  }
}
