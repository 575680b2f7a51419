import { quickHash } from './quick-hash.ts'

const FREE = -1
/** So many slots for each name: nearly every look-up of a name that is not there ends at the first one. */
const SLOTS_A_NAME = 8

/** Finds names among bytes, without a text being made of them. */
export class KeyTable {
  readonly #slots: Int32Array
  readonly #mask: number
  readonly #hashes: Int32Array
  readonly #starts: Int32Array
  readonly #bytes: Uint8Array

  constructor(names: readonly string[]) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, names.length) * SLOTS_A_NAME))
    this.#slots = new Int32Array(size).fill(FREE)
    this.#mask = size - 1
    this.#hashes = new Int32Array(names.length)
    this.#starts = new Int32Array(names.length + 1)
    this.#bytes = new TextEncoder().encode(names.join(''))
    let at = 0
    for (const [index, name] of names.entries()) {
      this.#starts[index] = at
      const end = at + new TextEncoder().encode(name).length
      const hash = quickHash(this.#bytes, at, end)
      this.#hashes[index] = hash
      let slot = hash & this.#mask
      while (this.#slots[slot] !== FREE) slot = (slot + 1) & this.#mask
      this.#slots[slot] = index
      at = end
    }
    this.#starts[names.length] = at
  }

  /** Which of the names the bytes are, by its place among them; -1 where they are none. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const hash = quickHash(bytes, start, end)
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const index = this.#slots[slot] ?? FREE
      if (index === FREE) return -1
      if (this.#hashes[index] === hash && this.#isEqual(index, bytes, start, end)) return index
    }
  }

  #isEqual(index: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = this.#starts[index] ?? 0
    const length = end - start
    if ((this.#starts[index + 1] ?? 0) - from !== length) return false
    const known = this.#bytes
    let offset = length - FOUR
    // Four bytes at a time from the end, where names differ.
    for (; offset >= 0; offset -= FOUR) {
      const differs =
        ((known[from + offset] ?? 0) ^ (bytes[start + offset] ?? 0)) |
        ((known[from + offset + 1] ?? 0) ^ (bytes[start + offset + 1] ?? 0)) |
        ((known[from + offset + 2] ?? 0) ^ (bytes[start + offset + 2] ?? 0)) |
        ((known[from + offset + 3] ?? 0) ^ (bytes[start + offset + 3] ?? 0))
      if (differs !== 0) return false
    }
    for (let at = offset + FOUR - 1; at >= 0; at--) if (known[from + at] !== bytes[start + at]) return false
    return true
  }
}

const FOUR = 4
