import { ID, wordsHash } from '../../tail/facts/packed/id-words.ts'

/** So many spans are remembered at least, and up to twice as many, in some 4 MB. */
const CAPACITY = 200_000
/** The share of slots that may be taken. */
const LOAD = 0.8
/** The words of a key, which is a hash: two spans share one in one of 10^19 cases. */
const KEY_WORDS = 2
/** What makes the second word of a key another one than the first. */
const OTHER_SEED = 0x9e3779b1
/** Spans of a trace stand within so many slots of one another: they come and go together. */
const NEAR = 64
/** A span for which so many slots are taken stands somewhere else in the table: a long trace would be one long line. */
const MOST_STEPS = 24

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
  /** The key that was made last, the hashes of its trace, and the slot where it would stand among its like. */
  #first = 0
  #second = 0
  readonly #trace = new Uint32Array(ID.span)
  #traceFirst = wordsHash(this.#trace, ID.trace, ID.span)
  #traceSecond = wordsHash(this.#trace, ID.trace, ID.span, OTHER_SEED)
  #near = 0

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
    const near = this.#slotFrom(table, this.#near, MOST_STEPS)
    return near >= 0 ? near : this.#slotFrom(table, this.#first, Number.POSITIVE_INFINITY)
  }

  /** The same from one slot on; -1 where it is not found in so many steps. No slot is freed but with all others. */
  #slotFrom(table: Uint32Array, from: number, steps: number): number {
    let slot = from & this.#mask
    for (let step = 0; step < steps; step++) {
      const at = KEY_WORDS * slot
      const second = table[at + 1]
      if (second === 0 || (second === this.#second && table[at] === this.#first)) return at
      slot = (slot + 1) & this.#mask
    }
    return -1
  }

  #setKey(ids: Uint32Array): void {
    if (!this.#isOfTrace(ids)) {
      this.#trace.set(ids.subarray(ID.trace, ID.span))
      this.#traceFirst = wordsHash(ids, ID.trace, ID.span)
      this.#traceSecond = wordsHash(ids, ID.trace, ID.span, OTHER_SEED)
    }
    this.#first = wordsHash(ids, ID.span, ID.parent, this.#traceFirst)
    // Zero is what a free slot holds.
    this.#second = wordsHash(ids, ID.span, ID.parent, this.#traceSecond) || 1
    this.#near = this.#traceFirst + (this.#first & (NEAR - 1))
  }

  /** Whether the trace is that of the key which was made last. */
  #isOfTrace(ids: Uint32Array): boolean {
    for (let word = ID.trace; word < ID.span; word++) if (ids[word] !== this.#trace[word]) return false
    return true
  }
}
