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

/**
 * Texts that were made of bytes lately: names, services and values come again and again. A new text takes the place of
 * an old one, so that it never grows.
 */
export class TextCache {
  readonly #texts: string[] = new Array(SLOTS).fill('')
  readonly #hashes = new Int32Array(SLOTS)
  readonly #make: AsciiText

  constructor(make: AsciiText) {
    this.#make = make
  }

  /** The text of some bytes, which are all ASCII and have this hash. */
  textOf(bytes: Uint8Array, start: number, end: number, hash: number): string {
    const length = end - start
    if (length > MAX_LENGTH) return this.#make(bytes, start, end)
    // The low bits alone tell texts that differ at their ends badly apart.
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1)
    const known = this.#texts[slot] ?? ''
    if (this.#hashes[slot] === hash && known.length === length && isSame(known, bytes, start)) return known
    const text = this.#make(bytes, start, end)
    this.#texts[slot] = text
    this.#hashes[slot] = hash
    return text
  }
}

function isSame(text: string, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== bytes[start + index]) return false
  return true
}
