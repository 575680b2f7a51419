import { isSameInViews, viewHash } from './view-hash.ts'

const FREE = -1
/** So many slots for each name: nearly every look-up of a name that is not there ends at the first one. */
const SLOTS_A_NAME = 8

/** So many bytes say which ends of names there are: of names that nobody looks for nearly all end in another way. */
const ENDS_BITS = 13
const ENDS = 2 ** ENDS_BITS
const WORD = 4

/** Finds names among bytes, without a text being made of them. */
export class KeyTable {
  /** 1 where a name ends like that. */
  readonly #ends = new Uint8Array(ENDS)
  readonly #slots: Int32Array
  readonly #mask: number
  readonly #hashes: Int32Array
  readonly #starts: Int32Array
  readonly #names: DataView

  constructor(names: readonly string[]) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, names.length) * SLOTS_A_NAME))
    this.#slots = new Int32Array(size).fill(FREE)
    this.#mask = size - 1
    this.#hashes = new Int32Array(names.length)
    this.#starts = new Int32Array(names.length + 1)
    this.#names = new DataView(new TextEncoder().encode(names.join('')).buffer)
    let at = 0
    for (const [index, name] of names.entries()) {
      this.#starts[index] = at
      const end = at + new TextEncoder().encode(name).length
      const hash = viewHash(this.#names, at, end)
      this.#ends[endOf(this.#names, at, end)] = 1
      this.#hashes[index] = hash
      let slot = hash & this.#mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & this.#mask
      this.#slots[slot] = index
      at = end
    }
    this.#starts[names.length] = at
  }

  /** Which of the names the bytes are, by its place among them; -1 where they are none. */
  find(view: DataView, start: number, end: number): number {
    if (this.#ends[endOf(view, start, end)] === 0) return -1
    const hash = viewHash(view, start, end)
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const index = this.#slots[slot] ?? FREE
      if (index === FREE) return -1
      if (this.#hashes[index] === hash && this.#isEqual(index, view, start, end)) return index
    }
  }

  #isEqual(index: number, view: DataView, start: number, end: number): boolean {
    const from = this.#starts[index] ?? 0
    const length = end - start
    return (
      (this.#starts[index + 1] ?? 0) - from === length &&
      isSameInViews(this.#names, from, view, start, length)
    )
  }
}

/** How a name ends, and how long it is, as one number. */
function endOf(view: DataView, start: number, end: number): number {
  const length = end - start
  const last = length < WORD ? 0 : view.getInt32(end - WORD, true)
  return Math.imul(last ^ Math.imul(length, 0x9e3779b1), 0x85ebca6b) >>> (32 - ENDS_BITS)
}
