/** A span with more to it hardly ever has its like. */
export const MOST_KEY_WORDS = 128
/** Neither has a text of more bytes. */
const MOST_TEXT_BYTES = 128
/** The most that one attribute takes. */
const MOST_WORDS_AT_ONCE = 1 + MOST_TEXT_BYTES / 4
const WORD = 4

/** How a value is written: the bits of a word that also holds which attribute it is, and the length of a text. */
const TYPE = { text: 0, ownText: 1, ownCount: 2, number: 3, no: 4, yes: 5 } as const
const AT = { type: 8, index: 11 } as const

/** What tells the attributes of a span from those of others, in words, with a hash over them. */
export class SpanKey {
  readonly words = new Uint32Array(MOST_KEY_WORDS + MOST_WORDS_AT_ONCE)
  length = 0
  hash = 0
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)

  /** @param traits what else there is to tell */
  begin(traits: number, hash: number): void {
    this.length = 0
    this.hash = hash
    this.#put(traits)
  }

  get isFull(): boolean {
    return this.length > MOST_KEY_WORDS
  }

  /** False where it is too long. */
  putText(index: number, view: DataView, start: number, end: number): boolean {
    const length = end - start
    if (length > MOST_TEXT_BYTES || this.isFull) return false
    this.#put((index << AT.index) | (TYPE.text << AT.type) | length)
    let at = start
    for (; at + WORD <= end; at += WORD) this.#put(view.getInt32(at, true))
    if (at === end) return true
    let rest = 0
    for (; at < end; at++) rest = (rest << 8) | view.getUint8(at)
    this.#put(rest)
    return true
  }

  putNumber(index: number, value: number): void {
    if (this.isFull) return
    this.#double[0] = value
    this.#put((index << AT.index) | (TYPE.number << AT.type))
    this.#put(this.#halves[0] ?? 0)
    this.#put(this.#halves[1] ?? 0)
  }

  putFlag(index: number, value: boolean): void {
    this.#putType(index, value ? TYPE.yes : TYPE.no)
  }

  putOwnText(index: number): void {
    this.#putType(index, TYPE.ownText)
  }

  putOwnCount(index: number): void {
    this.#putType(index, TYPE.ownCount)
  }

  #putType(index: number, type: number): void {
    if (!this.isFull) this.#put((index << AT.index) | (type << AT.type))
  }

  #put(word: number): void {
    this.words[this.length++] = word
    const mixed = Math.imul(this.hash ^ word, 0x85ebca6b)
    this.hash = mixed ^ (mixed >>> 15)
  }
}
