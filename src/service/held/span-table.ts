import { wordsHash } from '../../tail/facts/packed/id-words.ts'

const NONE = -1
/**
 * The words of an entry: its trace, its id, and the next entry of its chain, or of the free ones, plus 1; then what is
 * noted of the span, so that one look at memory is enough for all of it.
 */
const ENTRY = {
  trace: 0,
  first: 1,
  second: 2,
  next: 3,
  pack: 4,
  place: 5,
  after: 6,
  open: 7,
  words: 8,
} as const
/** So many spans of a trace, the first ones, are in chains that stand side by side. */
const NEAR = 32
/** Set in the word of the trace where the entry is not among them. */
const FAR = 0x80000000
const FIRST_TRACES = 1024

/**
 * Spans by number of their trace and by id, each with a number. Spans of one trace come together, so the chains of its
 * first spans stand side by side: a look-up somewhere in the table waits for memory each time. A long trace has chains
 * all over the table as well, or its own would grow long. All room is set aside at the start, as in `IdTable`.
 */
export class SpanTable {
  readonly capacity: number
  readonly #entries: Uint32Array
  /** The first entry of each chain, plus 1. */
  readonly #heads: Uint32Array
  readonly #mask: number
  /** By trace: how many of its spans are near, and how many are far. */
  #near = new Uint8Array(FIRST_TRACES)
  #far = new Uint32Array(FIRST_TRACES)
  #free = 0
  #used = 0
  #size = 0

  constructor(capacity: number) {
    const heads = 2 ** Math.ceil(Math.log2(Math.max(NEAR, capacity)))
    this.capacity = capacity
    this.#entries = new Uint32Array(ENTRY.words * capacity)
    this.#heads = new Uint32Array(heads)
    this.#mask = heads - 1
  }

  get size(): number {
    return this.#size
  }

  /** The number of a span, whose id is two words; -1 where it is not there. */
  find(trace: number, first: number, second: number): number {
    const near = this.#inChain(this.#nearChain(trace, first, second), trace, first, second)
    if (near >= 0 || (this.#far[trace] ?? 0) === 0) return near
    return this.#inChain(this.#farChain(trace, first, second), trace | FAR, first, second)
  }

  /** Adds a span that is not there. Its number; -1 where the table is full. */
  add(trace: number, first: number, second: number): number {
    const number = this.#take()
    if (number === NONE) return NONE
    if (trace >= this.#near.length) this.#makeRoom(trace)
    const isNear = (this.#near[trace] ?? 0) < NEAR
    const counts = isNear ? this.#near : this.#far
    counts[trace] = (counts[trace] ?? 0) + 1
    const chain = isNear ? this.#nearChain(trace, first, second) : this.#farChain(trace, first, second)
    const at = ENTRY.words * number
    this.#entries[at + ENTRY.trace] = isNear ? trace : trace | FAR
    this.#entries[at + ENTRY.first] = first
    this.#entries[at + ENTRY.second] = second
    this.#entries[at + ENTRY.next] = this.#heads[chain] ?? 0
    this.#entries[at + ENTRY.after] = 0
    this.#heads[chain] = number + 1
    this.#size++
    return number
  }

  /** Lets go of a span; its number is given to another one. */
  remove(number: number): void {
    const at = ENTRY.words * number
    const trace = this.traceOf(number)
    const isNear = this.#entries[at + ENTRY.trace] === trace
    const first = this.#entries[at + ENTRY.first] ?? 0
    const second = this.#entries[at + ENTRY.second] ?? 0
    const chain = isNear ? this.#nearChain(trace, first, second) : this.#farChain(trace, first, second)
    if (!this.#unchain(chain, number)) return
    const counts = isNear ? this.#near : this.#far
    counts[trace] = (counts[trace] ?? 0) - 1
    this.#entries[at + ENTRY.next] = this.#free
    this.#free = number + 1
    this.#size--
  }

  traceOf(number: number): number {
    return ((this.#entries[ENTRY.words * number + ENTRY.trace] ?? 0) & ~FAR) >>> 0
  }

  /** The words of the id of a span. */
  firstOf(number: number): number {
    return this.#entries[ENTRY.words * number + ENTRY.first] ?? 0
  }

  secondOf(number: number): number {
    return this.#entries[ENTRY.words * number + ENTRY.second] ?? 0
  }

  /** Serial number of the pack that holds its facts. */
  packOf(number: number): number {
    return this.#entries[ENTRY.words * number + ENTRY.pack] ?? 0
  }

  /** Where in the pack its record begins. */
  placeOf(number: number): number {
    return this.#entries[ENTRY.words * number + ENTRY.place] ?? 0
  }

  /** Whether it is known only from a report that it has not ended. */
  isOpen(number: number): boolean {
    return this.#entries[ENTRY.words * number + ENTRY.open] === 1
  }

  put(number: number, pack: number, place: number, isOpen: boolean): void {
    const at = ENTRY.words * number
    this.#entries[at + ENTRY.pack] = pack
    this.#entries[at + ENTRY.place] = place
    this.#entries[at + ENTRY.open] = isOpen ? 1 : 0
  }

  /** The number of the next span of its run; -1 where it is the last one. */
  after(number: number): number {
    return (this.#entries[ENTRY.words * number + ENTRY.after] ?? 0) - 1
  }

  setAfter(number: number, after: number): void {
    this.#entries[ENTRY.words * number + ENTRY.after] = after + 1
  }

  #nearChain(trace: number, first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1)
    return (trace * NEAR + (mixed >>> NEAR_SHIFT)) & this.#mask
  }

  #farChain(trace: number, first: number, second: number): number {
    KEY[0] = trace
    KEY[1] = first
    KEY[2] = second
    return (wordsHash(KEY, 0, KEY.length) >>> 7) & this.#mask
  }

  /** @param word the trace with its mark, as it stands in the entry */
  #inChain(chain: number, word: number, first: number, second: number): number {
    const entries = this.#entries
    const wanted = word >>> 0
    for (let entry = this.#heads[chain] ?? 0; entry !== 0; ) {
      const at = ENTRY.words * (entry - 1)
      if (
        entries[at + ENTRY.second] === second &&
        entries[at + ENTRY.first] === first &&
        entries[at + ENTRY.trace] === wanted
      )
        return entry - 1
      entry = entries[at + ENTRY.next] ?? 0
    }
    return NONE
  }

  #unchain(chain: number, number: number): boolean {
    const entries = this.#entries
    const after = entries[ENTRY.words * number + ENTRY.next] ?? 0
    let entry = this.#heads[chain] ?? 0
    if (entry === number + 1) {
      this.#heads[chain] = after
      return true
    }
    while (entry !== 0) {
      const at = ENTRY.words * (entry - 1) + ENTRY.next
      const next = entries[at] ?? 0
      if (next === number + 1) {
        entries[at] = after
        return true
      }
      entry = next
    }
    return false
  }

  #take(): number {
    if (this.#free !== 0) {
      const number = this.#free - 1
      this.#free = this.#entries[ENTRY.words * number + ENTRY.next] ?? 0
      return number
    }
    return this.#used < this.capacity ? this.#used++ : NONE
  }

  #makeRoom(trace: number): void {
    const length = Math.max(trace + 1, 2 * this.#near.length)
    const near = new Uint8Array(length)
    const far = new Uint32Array(length)
    near.set(this.#near)
    far.set(this.#far)
    this.#near = near
    this.#far = far
  }
}

/** What is left of 32 bits is the number of a chain among those of a trace. */
const NEAR_SHIFT = 32 - Math.log2(NEAR)
const KEY = new Uint32Array(3)
