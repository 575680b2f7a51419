import { ID } from '../../tail/facts/packed/id-words.ts'
import { IdTable } from './id-table.ts'

/** So many spans are remembered at most, in some 7 MB. */
const CAPACITY = 200_000

/**
 * Spans of runs that were let go, the latest ones: a sender that was not answered, or that was started anew, sends again
 * what it has. A part of a run that comes a second time looks like another run, with findings of its own.
 */
export class ReleasedSpans {
  /** A trace id and a span id stand next to each other in the words of `ID`. */
  readonly #table: IdTable
  /** Numbers of the table, a ring in the order in which they came. */
  readonly #order: Uint32Array
  #oldest = 0

  constructor(capacity = CAPACITY) {
    this.#table = new IdTable(ID.parent, capacity)
    this.#order = new Uint32Array(capacity)
  }

  /** Whether a span is remembered whose ids stand at the start of `ids`. */
  has(ids: Uint32Array): boolean {
    return this.#table.size > 0 && this.#table.find(ids, ID.trace) >= 0
  }

  /** Remembers a span; where there is no room, in place of the oldest. */
  add(ids: Uint32Array): void {
    const { capacity, size } = this.#table
    if (this.#table.find(ids, ID.trace) >= 0) return
    const isFull = size === capacity
    if (isFull) {
      this.#table.remove(this.#order[this.#oldest] ?? 0)
      this.#table.find(ids, ID.trace)
    }
    this.#order[isFull ? this.#oldest : size] = this.#table.add(ids, ID.trace)
    if (isFull) this.#oldest = (this.#oldest + 1) % capacity
  }
}
