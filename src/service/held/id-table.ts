import { wordsHash } from '../../tail/facts/packed/id-words.ts'

const NONE = -1

/**
 * Ids of a few words each, by number, without an object for any of them. All room is set aside at the start: a table
 * that grows would stop the service while it moves. Memory that no id was put into is not used.
 */
export class IdTable {
  readonly capacity: number
  readonly #idWords: number
  readonly #words: Uint32Array
  /** By hash: the first number of a chain, plus 1. */
  readonly #heads: Uint32Array
  /** By number: the next one of its chain, or of the free ones, plus 1. */
  readonly #next: Uint32Array
  #free = 0
  #used = 0
  #size = 0
  /** Where the id would be that was looked for last. */
  #bucket = 0

  constructor(idWords: number, capacity: number) {
    this.capacity = capacity
    this.#idWords = idWords
    this.#words = new Uint32Array(idWords * capacity)
    this.#heads = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(2, capacity))))
    this.#next = new Uint32Array(capacity)
  }

  get size(): number {
    return this.#size
  }

  /** The number of the id whose words begin at `at`; -1 where it is not there. */
  find(words: Uint32Array, at: number): number {
    this.#bucket = this.#bucketOf(words, at)
    for (let entry = this.#heads[this.#bucket] ?? 0; entry !== 0; ) {
      if (this.#isSame(entry - 1, words, at)) return entry - 1
      entry = this.#next[entry - 1] ?? 0
    }
    return NONE
  }

  /** Adds the id that was just looked for and is not there. Its number; -1 where the table is full. */
  add(words: Uint32Array, at: number): number {
    const number = this.#take()
    if (number === NONE) return NONE
    const from = number * this.#idWords
    for (let index = 0; index < this.#idWords; index++) this.#words[from + index] = words[at + index] ?? 0
    this.#next[number] = this.#heads[this.#bucket] ?? 0
    this.#heads[this.#bucket] = number + 1
    this.#size++
    return number
  }

  /** Lets go of an id; its number is given to another one. */
  remove(number: number): void {
    const bucket = this.#bucketOf(this.#words, number * this.#idWords)
    const after = this.#next[number] ?? 0
    let entry = this.#heads[bucket] ?? 0
    if (entry === number + 1) this.#heads[bucket] = after
    else {
      while (entry !== 0 && this.#next[entry - 1] !== number + 1) entry = this.#next[entry - 1] ?? 0
      if (entry === 0) return
      this.#next[entry - 1] = after
    }
    this.#next[number] = this.#free
    this.#free = number + 1
    this.#size--
  }

  /** One word of an id. */
  word(number: number, index: number): number {
    return this.#words[number * this.#idWords + index] ?? 0
  }

  #take(): number {
    if (this.#free !== 0) {
      const number = this.#free - 1
      this.#free = this.#next[number] ?? 0
      return number
    }
    return this.#used < this.capacity ? this.#used++ : NONE
  }

  #isSame(number: number, words: Uint32Array, at: number): boolean {
    const from = number * this.#idWords
    for (let index = 0; index < this.#idWords; index++)
      if (this.#words[from + index] !== words[at + index]) return false
    return true
  }

  #bucketOf(words: Uint32Array, at: number): number {
    return (wordsHash(words, at, at + this.#idWords) >>> 7) & (this.#heads.length - 1)
  }
}
