import { quickHash } from './quick-hash.ts'

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
  readonly #make: AsciiText

  constructor(make: AsciiText) {
    this.#make = make
  }

  /** The text of some bytes in UTF-8. */
  textOf(bytes: Uint8Array, start: number, end: number): string {
    const length = end - start
    if (length > MAX_LENGTH) return this.#made(bytes, start, end)
    const slot = quickHash(bytes, start, end) & (SLOTS - 1)
    const known = this.#texts[slot] ?? ''
    if (known.length === length && isSame(known, bytes, start)) return known
    const text = this.#made(bytes, start, end)
    this.#texts[slot] = text
    return text
  }

  #made(bytes: Uint8Array, start: number, end: number): string {
    let every = 0
    for (let at = start; at < end; at++) every |= bytes[at] ?? 0
    return every < 0x80 ? this.#make(bytes, start, end) : utf8Text(bytes, start, end)
  }
}

/** A text that has other characters than ASCII never is the same as its bytes. */
function isSame(text: string, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < text.length; index++) {
    const byte = bytes[start + index] ?? 0
    if (text.charCodeAt(index) !== byte || byte > 0x7f) return false
  }
  return true
}
