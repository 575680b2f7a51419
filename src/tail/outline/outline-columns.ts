import { MAX_DEPTH } from '../model/tree.ts'
import { IdPlaces } from './id-places.ts'

export const NO_PLACE = -1
const FIRST_SPANS = 64

/** What a span is, in bits. `keyedServer`: session and request may say whose answer it is; `view`: one was found below. */
export const IS = {
  try: 1,
  found: 2,
  parented: 4,
  failed: 8,
  answer: 16,
  keyedServer: 32,
  hasView: 64,
} as const

/** The spans of one run in columns, which are filled for one run after the other. */
export class OutlineColumns {
  count = 0
  ids = new Uint32Array(2 * FIRST_SPANS)
  parentIds = new Uint32Array(2 * FIRST_SPANS)
  /** Where the parent of a span stands; known once the run is linked. */
  parents = new Int32Array(FIRST_SPANS)
  traits = new Uint32Array(FIRST_SPANS)
  marks = new Uint32Array(FIRST_SPANS)
  /** Of the tool; of tool and arguments; of tool and model; of method and address: 0 where there is none. */
  tools = new Uint32Array(FIRST_SPANS)
  calls = new Uint32Array(FIRST_SPANS)
  names = new Uint32Array(FIRST_SPANS)
  targets = new Uint32Array(FIRST_SPANS)
  readonly #places = new IdPlaces()
  #isLinked = false
  #isSure = true

  begin(): void {
    this.count = 0
    this.#isLinked = false
    this.#isSure = true
  }

  /** The place of the next span. */
  next(): number {
    if (this.count === this.parents.length) this.#grow()
    return this.count++
  }

  is(at: number, bits: number): boolean {
    return ((this.traits[at] ?? 0) & bits) === bits
  }

  isMarked(at: number, bits: number): boolean {
    return ((this.marks[at] ?? 0) & bits) !== 0
  }

  parentOf(at: number): number {
    return this.parents[at] ?? NO_PLACE
  }

  /** Finds parents. False where ids do not say who is whose. */
  link(): boolean {
    if (this.#isLinked) return this.#isSure
    this.#isLinked = true
    this.#isSure = this.#places.fill(this.ids, this.count)
    for (let at = 0; at < this.count && this.#isSure; at++) {
      const parent = this.is(at, IS.parented)
        ? this.#places.find(this.parentIds[2 * at] ?? 0, this.parentIds[2 * at + 1] ?? 0)
        : NO_PLACE
      this.parents[at] = parent
      // A server's span that has lost its context: session and request say who called it.
      if (parent === NO_PLACE && this.is(at, IS.keyedServer)) this.#isSure = false
    }
    return this.#isSure
  }

  /** Whether something above a span fits; true as well where too much is above it. The run has to be linked. */
  hasAbove(at: number, fits: (above: number) => boolean): boolean {
    let above = this.parentOf(at)
    for (let steps = 0; above !== NO_PLACE; above = this.parentOf(above))
      if (fits(above) || ++steps > MAX_DEPTH) return true
    return false
  }

  #grow(): void {
    const size = 2 * this.parents.length
    this.parents = new Int32Array(size)
    this.ids = grown(this.ids, 2 * size)
    this.parentIds = grown(this.parentIds, 2 * size)
    this.traits = grown(this.traits, size)
    this.marks = grown(this.marks, size)
    this.tools = grown(this.tools, size)
    this.calls = grown(this.calls, size)
    this.names = grown(this.names, size)
    this.targets = grown(this.targets, size)
  }
}

function grown(held: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length)
  larger.set(held)
  return larger
}
