import { ID } from '../../tail/facts/packed/id-words.ts'
import { SpanTable } from './span-table.ts'

/** Every span that is held, by number: where its facts stand, and which one comes after it in its run. */
export class SpanColumns {
  /** Serial number of the pack. */
  readonly packs: Uint32Array
  /** Where in the pack its record begins. */
  readonly places: Uint32Array
  /** The number of the next span of the run; -1 after the last one. */
  readonly next: Int32Array
  /** 1 while it is known only from a report that it has not ended. */
  readonly open: Uint8Array
  readonly #table: SpanTable
  /** What was looked for last: the number of its trace, and the words of its id. */
  #trace = 0
  #first = 0
  #second = 0

  constructor(capacity: number) {
    this.packs = new Uint32Array(capacity)
    this.places = new Uint32Array(capacity)
    this.next = new Int32Array(capacity)
    this.open = new Uint8Array(capacity)
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
    const span = this.#table.add(this.#trace, this.#first, this.#second)
    if (span >= 0) this.next[span] = -1
    return span
  }

  /** Notes where the facts of a span stand. */
  put(span: number, pack: number, place: number, isOpen: boolean): void {
    this.packs[span] = pack
    this.places[span] = place
    this.open[span] = isOpen ? 1 : 0
  }

  whereOf(span: number): { readonly pack: number; readonly place: number } {
    return { pack: this.packs[span] ?? 0, place: this.places[span] ?? 0 }
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
