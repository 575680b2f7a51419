import { quickHash, quickHashOfText } from '../scan/quick-hash.ts'

const SLOTS = 1024
/** Characters of the longest text that is known when it comes again. */
const MAX_KEPT = 256
const FIRST_BYTES = 4096
const FIRST_TEXTS = 256
/** No character takes more bytes in UTF-8. */
const MOST_BYTES_A_CHARACTER = 3
const UTF_8 = new TextEncoder()

/**
 * Texts by number, kept as bytes: thousands of them would be moved about by whoever collects garbage. A text that was
 * met lately has one number only; one that was forgotten gets another, so that none is looked for among all others.
 */
export class TextNumbers {
  #bytes = new Uint8Array(FIRST_BYTES)
  /** By number: where the bytes of the text end. */
  #ends = new Uint32Array(FIRST_TEXTS)
  /** By number: how many characters the text has. */
  #lengths = new Uint32Array(FIRST_TEXTS)
  #count = 0
  #end = 0
  /** By hash: the number of a text, plus 1, and the text: mostly it is the very same one that comes again. */
  readonly #slots = new Uint32Array(SLOTS)
  readonly #texts: string[] = new Array(SLOTS).fill('')
  /** The same for texts that came as bytes. */
  readonly #byteSlots = new Uint32Array(SLOTS)

  get count(): number {
    return this.#count
  }

  /** The texts in UTF-8, one behind the other. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#end)
  }

  /** In characters. */
  get lengths(): Uint32Array {
    return this.#lengths.subarray(0, this.#count)
  }

  get byteLength(): number {
    return this.#end
  }

  numberOf(text: string): number {
    const slot = quickHashOfText(text) & (SLOTS - 1)
    const held = this.#slots[slot] ?? 0
    if (held > 0 && this.#texts[slot] === text) return held - 1
    this.#append(text)
    const number = this.#add(text.length)
    // What is long hardly ever comes again, and is not kept from being forgotten.
    if (text.length > MAX_KEPT) return number
    this.#slots[slot] = number + 1
    this.#texts[slot] = text
    return number
  }

  /** The same of a text that is there as bytes in UTF-8, and has so many characters. */
  numberOfBytes(bytes: Uint8Array, start: number, end: number, characters: number): number {
    const slot = quickHash(bytes, start, end) & (SLOTS - 1)
    const held = this.#byteSlots[slot] ?? 0
    if (held > 0 && this.#isAt(held - 1, bytes, start, end)) return held - 1
    const needed = this.#end + end - start
    if (needed > this.#bytes.length) this.#growBytes(needed)
    this.#bytes.set(bytes.subarray(start, end), this.#end)
    this.#end = needed
    const number = this.#add(characters)
    this.#byteSlots[slot] = number + 1
    return number
  }

  clear(): void {
    this.#count = 0
    this.#end = 0
    this.#slots.fill(0)
    this.#byteSlots.fill(0)
  }

  /** Gives a number to the text whose bytes were put at the end. */
  #add(characters: number): number {
    const number = this.#count++
    if (number === this.#ends.length) this.#growTexts()
    this.#ends[number] = this.#end
    this.#lengths[number] = characters
    return number
  }

  #isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0)
    if ((this.#ends[number] ?? 0) - from !== end - start) return false
    for (let at = start; at < end; at++) if (this.#bytes[from + at - start] !== bytes[at]) return false
    return true
  }

  #append(text: string): void {
    const needed = this.#end + MOST_BYTES_A_CHARACTER * text.length
    if (needed > this.#bytes.length) this.#growBytes(needed)
    const bytes = this.#bytes
    let at = this.#end
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        this.#end += UTF_8.encodeInto(text, bytes.subarray(this.#end)).written
        return
      }
      bytes[at++] = code
    }
    this.#end = at
  }

  #growBytes(needed: number): void {
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  #growTexts(): void {
    const ends = new Uint32Array(2 * this.#ends.length)
    const lengths = new Uint32Array(2 * this.#ends.length)
    ends.set(this.#ends)
    lengths.set(this.#lengths)
    this.#ends = ends
    this.#lengths = lengths
  }
}
