import type { SpanFacts } from '../span-facts.ts'
import { FactsPack } from './facts-pack.ts'
import { IdSet } from './id-set.ts'
import { ID, writeIds } from './id-words.ts'
import { PackReader } from './pack-reader.ts'

const FIRST_ROOM = 256
const NONE = -1
/** A pack is sealed when it holds so many spans: then it can be read, and is let go of when none is wanted. */
const SPANS_A_PACK = 512
/** The ids of a row of more spans are kept in a set; those of a shorter one are compared one by one. */
const SHORT_ROW = 16
/** The words that tell a span from all others: those of its trace and its own. */
const KEY_WORDS = ID.parent
const WORD_BYTES = 4
/** Bytes of a slot: its key, where its facts stand, and what comes next. */
const SLOT_BYTES = (KEY_WORDS + 3) * WORD_BYTES
const NO_LABEL = { note: 0, mark: 0 } as const

/** What became of a span: ids that are no hex digits could not be read back. */
export type Shelving = 'put' | 'known' | 'odd'

/** Spans that were put on the shelf one behind the other. */
export interface ShelfRow {
  first: number
  last: number
  size: number
  keys: IdSet | undefined
}

interface ShelvedPack {
  /** Absent while it is filled. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  wanted: number
}

/**
 * Facts of spans as words, in rows, without an object for any of them. What is on the shelf is cheap to hold and costs
 * something to read.
 */
export class FactsShelf {
  readonly #filling = new FactsPack()
  readonly #packs = new Map<number, ShelvedPack>()
  #pack: ShelvedPack = { bytes: undefined, wanted: 0 }
  #serial = 0
  #filled = 0
  #sealedBytes = 0
  readonly #ids = new Uint32Array(ID.words)
  /** By slot. */
  #keys = new Uint32Array(KEY_WORDS * FIRST_ROOM)
  #serials = new Uint32Array(FIRST_ROOM)
  #places = new Uint32Array(FIRST_ROOM)
  #next = new Int32Array(FIRST_ROOM)
  #used = 0
  #free = NONE

  constructor() {
    this.#packs.set(this.#serial, this.#pack)
  }

  /** Bytes that are held, those of spans among them that are not wanted any more and whose pack is. */
  get bytes(): number {
    return this.#sealedBytes + this.#filling.size + this.#next.length * SLOT_BYTES
  }

  row(): ShelfRow {
    return { first: NONE, last: NONE, size: 0, keys: undefined }
  }

  /** Puts a span at the end of the row, where none with its ids is there. */
  push(row: ShelfRow, facts: SpanFacts): Shelving {
    if (!writeIds(facts, this.#ids)) return 'odd'
    if (this.#has(row)) return 'known'
    const slot = this.#takeSlot()
    this.#keys.set(this.#ids.subarray(0, KEY_WORDS), slot * KEY_WORDS)
    this.#serials[slot] = this.#serial
    this.#places[slot] = this.#filling.end
    this.#filling.add(facts, this.#ids, NO_LABEL)
    this.#pack.wanted++
    this.#link(row, slot)
    if (++this.#filled === SPANS_A_PACK) this.#seal()
    return 'put'
  }

  /** The facts of the row, in order. They do not go by it. */
  read(row: ShelfRow): SpanFacts[] {
    const facts: SpanFacts[] = []
    let serial = NONE
    let reader: PackReader | undefined
    for (const slot of this.#slotsOf(row)) {
      const own = this.#serials[slot] ?? 0
      if (own === this.#serial) this.#seal()
      if (own !== serial) reader = this.#readerOf(own)
      serial = own
      if (reader !== undefined) facts.push(reader.unpack(this.#places[slot] ?? 0))
    }
    return facts
  }

  /** Puts `gone` at the end of `kept`. What both hold is there twice. */
  join(kept: ShelfRow, gone: ShelfRow): void {
    for (const slot of this.#slotsOf(gone)) this.#link(kept, slot)
    Object.assign(gone, this.row())
  }

  /** Lets go of the row. */
  drop(row: ShelfRow): void {
    for (const slot of this.#slotsOf(row)) {
      this.#unwant(this.#serials[slot] ?? 0)
      this.#next[slot] = this.#free
      this.#free = slot
    }
    Object.assign(row, this.row())
  }

  *#slotsOf({ first }: ShelfRow): Generator<number> {
    for (let slot = first; slot !== NONE; ) {
      const next = this.#next[slot] ?? NONE
      yield slot
      slot = next
    }
  }

  /** Whether the row has a span with the ids that were written last. */
  #has({ first, keys }: ShelfRow): boolean {
    if (keys !== undefined) return keys.has(this.#ids, 0)
    for (let slot = first; slot !== NONE; slot = this.#next[slot] ?? NONE) {
      let word = KEY_WORDS - 1
      while (word >= 0 && this.#keys[slot * KEY_WORDS + word] === this.#ids[word]) word--
      if (word < 0) return true
    }
    return false
  }

  #link(row: ShelfRow, slot: number): void {
    this.#next[slot] = NONE
    if (row.last === NONE) row.first = slot
    else this.#next[row.last] = slot
    row.last = slot
    row.size++
    if (row.keys !== undefined) row.keys.add(this.#keys, slot * KEY_WORDS)
    else if (row.size > SHORT_ROW) {
      row.keys = new IdSet(KEY_WORDS)
      for (const each of this.#slotsOf(row)) row.keys.add(this.#keys, each * KEY_WORDS)
    }
  }

  #takeSlot(): number {
    if (this.#free !== NONE) {
      const slot = this.#free
      this.#free = this.#next[slot] ?? NONE
      return slot
    }
    if (this.#used === this.#next.length) this.#grow()
    return this.#used++
  }

  #grow(): void {
    const room = 2 * this.#next.length
    const keys = new Uint32Array(KEY_WORDS * room)
    const serials = new Uint32Array(room)
    const places = new Uint32Array(room)
    const next = new Int32Array(room)
    keys.set(this.#keys)
    serials.set(this.#serials)
    places.set(this.#places)
    next.set(this.#next)
    this.#keys = keys
    this.#serials = serials
    this.#places = places
    this.#next = next
  }

  /** Ends the pack that is being filled. */
  #seal(): void {
    const bytes = this.#filling.take()
    const sealed = this.#pack
    if (sealed.wanted === 0) this.#packs.delete(this.#serial)
    else {
      sealed.bytes = bytes
      this.#sealedBytes += bytes.length
    }
    this.#filled = 0
    this.#pack = { bytes: undefined, wanted: 0 }
    this.#packs.set(++this.#serial, this.#pack)
  }

  #unwant(serial: number): void {
    const pack = this.#packs.get(serial)
    if (pack === undefined || --pack.wanted > 0 || pack.bytes === undefined) return
    this.#sealedBytes -= pack.bytes.length
    this.#packs.delete(serial)
  }

  #readerOf(serial: number): PackReader | undefined {
    const bytes = this.#packs.get(serial)?.bytes
    return bytes === undefined ? undefined : new PackReader(bytes)
  }
}
