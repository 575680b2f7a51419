const FIRST_SLOTS = 256

/** A set of ids of so many words each, kept without an object for any of them. */
export class IdSet {
  readonly #idWords: number
  /** By hash: the number of an id, plus 1. */
  #slots = new Uint32Array(FIRST_SLOTS)
  #words: Uint32Array
  #size = 0

  constructor(idWords: number) {
    this.#idWords = idWords
    this.#words = new Uint32Array((FIRST_SLOTS / 2) * idWords)
  }

  get size(): number {
    return this.#size
  }

  /** Adds the id whose words begin at `word`. */
  add(words: Uint32Array, word: number): void {
    const slot = this.#slotOf(words, word)
    if (this.#slots[slot] !== 0) return
    const at = this.#size * this.#idWords
    for (let index = 0; index < this.#idWords; index++) this.#words[at + index] = words[word + index] ?? 0
    this.#slots[slot] = ++this.#size
    if (2 * this.#size === this.#slots.length) this.#grow()
  }

  /** The slot that the id is in, or would be. */
  #slotOf(words: Uint32Array, word: number): number {
    const mask = this.#slots.length - 1
    let hash = 0
    for (let index = 0; index < this.#idWords; index++)
      hash = Math.imul(hash ^ (words[word + index] ?? 0), 0x85ebca6b) ^ (hash >>> 13)
    for (let slot = (hash ^ (hash >>> 16)) & mask; ; slot = (slot + 1) & mask) {
      const held = this.#slots[slot] ?? 0
      if (held === 0 || this.#isSame((held - 1) * this.#idWords, words, word)) return slot
    }
  }

  #isSame(at: number, words: Uint32Array, word: number): boolean {
    for (let index = 0; index < this.#idWords; index++)
      if (this.#words[at + index] !== words[word + index]) return false
    return true
  }

  #grow(): void {
    const words = new Uint32Array(2 * this.#words.length)
    words.set(this.#words)
    this.#words = words
    this.#slots = new Uint32Array(2 * this.#slots.length)
    for (let index = 0; index < this.#size; index++)
      this.#slots[this.#slotOf(words, index * this.#idWords)] = index + 1
  }
}
