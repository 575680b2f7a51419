import { ID } from '../../tail/facts/packed/id-words.ts'
import { SpanTable } from './span-table.ts'

/** Every span that is held, by number: where its facts stand, and which one comes after it in its run. */
export class SpanColumns {
  readonly #table: SpanTable
  /** What was looked for last: the number of its trace, and the words of its id. */
  #trace = 0
  #first = 0
  #second = 0

  constructor(capacity: number) {
    this.#table = new SpanTable(capacity)
  }

  get size(): number {
    return this.#table.size
  }

  /** The number of a span; -1 where it is not held. `ids` are the words of `ID`, which begin at `at`. */
  find(trace: number, ids: Uint32Array, at = 0): number {
    this.#trace = trace
    this.#first = ids[at + ID.span] ?? 0
    this.#second = ids[at + ID.span + 1] ?? 0
    return this.#table.find(trace, this.#first, this.#second)
  }

  /** Adds the span that was just looked for and is not held; -1 where there is no room. */
  add(): number {
    return this.#table.add(this.#trace, this.#first, this.#second)
  }

  /** Notes where the facts of a span stand. */
  put(span: number, pack: number, place: number, isOpen: boolean): void {
    this.#table.put(span, pack, place, isOpen)
  }

  /** Serial number of the pack that holds the facts of a span. */
  packOf(span: number): number {
    return this.#table.packOf(span)
  }

  /** Where in the pack its record begins. */
  placeOf(span: number): number {
    return this.#table.placeOf(span)
  }

  /** Whether it is known only from a report that it has not ended. */
  isOpen(span: number): boolean {
    return this.#table.isOpen(span)
  }

  /** The number of the next span of the run; -1 after the last one. */
  after(span: number): number {
    return this.#table.after(span)
  }

  setAfter(span: number, after: number): void {
    this.#table.setAfter(span, after)
  }

  remove(span: number): void {
    this.#table.remove(span)
  }

  /** Writes the words of a span's id to where `ID` has them. */
  writeId(span: number, ids: Uint32Array): void {
    ids[ID.span] = this.#table.firstOf(span)
    ids[ID.span + 1] = this.#table.secondOf(span)
  }

  traceOf(span: number): number {
    return this.#table.traceOf(span)
  }
}
