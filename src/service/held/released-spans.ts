import { ID, wordsHash } from '../../tail/facts/packed/id-words.ts'

/** So many spans are remembered at least, and up to twice as many, in some 4 MB. */
const CAPACITY = 200_000
/** The share of slots that may be taken. */
const LOAD = 0.8
/** The words of a key, which is a hash: two spans share one in one of 10^19 cases. */
const KEY_WORDS = 2
/** What makes the second word of a key another one than the first. */
const OTHER_SEED = 0x9e3779b1

/**
 * Spans of runs that were let go, the latest ones: a sender that was not answered, or that was started anew, sends again
 * what it has. A part of a run that comes a second time looks like another run, with findings of its own. They are in two
 * tables: when the younger one is full, the older one is emptied and takes its place.
 */
export class ReleasedSpans {
  readonly #capacity: number
  readonly #mask: number
  #young: Uint32Array
  #old: Uint32Array
  #count = 0
  /** The key that was made last. */
  #first = 0
  #second = 0

  constructor(capacity = CAPACITY) {
    const slots = 2 ** Math.ceil(Math.log2(capacity / LOAD + 1))
    this.#capacity = capacity
    this.#mask = slots - 1
    this.#young = new Uint32Array(KEY_WORDS * slots)
    this.#old = new Uint32Array(KEY_WORDS * slots)
  }

  /** Whether a span is remembered whose ids stand at the start of `ids`. */
  has(ids: Uint32Array): boolean {
    this.#setKey(ids)
    return this.#isIn(this.#young) || this.#isIn(this.#old)
  }

  add(ids: Uint32Array): void {
    this.#setKey(ids)
    const slot = this.#slotIn(this.#young)
    if (this.#young[slot + 1] !== 0) return
    this.#young[slot] = this.#first
    this.#young[slot + 1] = this.#second
    if (++this.#count === this.#capacity) this.#turn()
  }

  #turn(): void {
    const emptied = this.#old
    this.#old = this.#young
    this.#young = emptied.fill(0)
    this.#count = 0
  }

  #isIn(table: Uint32Array): boolean {
    return table[this.#slotIn(table) + 1] !== 0
  }

  /** Where the key stands, else the free slot where it would. */
  #slotIn(table: Uint32Array): number {
    for (let slot = this.#first & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = KEY_WORDS * slot
      const second = table[at + 1]
      if (second === 0 || (second === this.#second && table[at] === this.#first)) return at
    }
  }

  #setKey(ids: Uint32Array): void {
    this.#first = wordsHash(ids, ID.trace, ID.parent)
    // Zero is what a free slot holds.
    this.#second = wordsHash(ids, ID.trace, ID.parent, OTHER_SEED) || 1
  }
}
