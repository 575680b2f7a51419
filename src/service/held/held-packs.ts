import { FactsPack, type PackLabel } from '../../tail/facts/packed/facts-pack.ts'
import { PackReader } from '../../tail/facts/packed/pack-reader.ts'
import type { RepeatedFacts } from '../../tail/facts/packed/repeated-facts.ts'
import type { SpanFacts } from '../../tail/facts/span-facts.ts'
import { PackBuffers } from './pack-buffers.ts'

/** Packs that were read lately stay readable: the spans of one run come in few of them. */
const MAX_READERS = 64
/** A pack with fewer of its spans alive than one part in this many is worth packing anew. */
const SPARSE_PART = 2

interface HeldPack {
  /** Absent while spans are still added. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** How many spans were packed, and how many of them are still wanted. */
  packed: number
  live: number
}

/** A pack that will take no more spans. */
export interface SealedPack {
  readonly serial: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Packs of facts by serial number: one is being filled, the others are sealed. */
export class HeldPacks {
  readonly #packs = new Map<number, HeldPack>()
  readonly #readers = new Map<number, PackReader>()
  readonly #filling = new FactsPack()
  readonly #buffers = new PackBuffers()
  readonly #allocate = (length: number) => this.#buffers.take(length)
  readonly #sparse = new Set<number>()
  #emptied: number[] = []
  #serial: number
  #bytes = 0

  constructor(firstSerial = 1) {
    this.#serial = firstSerial
  }

  /** The pack that is being filled. */
  get serial(): number {
    return this.#serial
  }

  /** The least serial number that is still held. */
  get oldest(): number {
    for (const serial of this.#packs.keys()) return serial
    return this.#serial
  }

  /** Bytes of all packs. */
  get bytes(): number {
    return this.#bytes + this.#filling.size
  }

  /** Where the next span will stand. */
  get end(): number {
    return this.#filling.end
  }

  add(facts: SpanFacts, ids: Uint32Array, label: PackLabel, repeated?: RepeatedFacts): void {
    this.#filling.add(facts, ids, label, repeated)
  }

  /** Adds a span of a sealed pack as it is. */
  addCopy(from: PackReader, span: number): void {
    this.#filling.addCopy(from, span)
  }

  /** Forgets the spans from `end` on. */
  forget(end: number): void {
    this.#filling.forget(end)
  }

  /** Notes that `count` spans of the pack are wanted. */
  wanted(serial: number, count: number): void {
    const pack = this.#packs.get(serial)
    if (pack === undefined) this.#packs.set(serial, { bytes: undefined, packed: count, live: count })
    else {
      pack.packed += count
      pack.live += count
    }
  }

  /** Notes that `count` spans of the pack are wanted no more. */
  unwanted(serial: number, count = 1): void {
    const pack = this.#packs.get(serial)
    if (pack === undefined) return
    pack.live -= count
    if (pack.live === 0 && serial !== this.#serial) this.#drop(serial, pack)
    else if (SPARSE_PART * pack.live < pack.packed) this.#sparse.add(serial)
  }

  /** Ends the pack that is being filled; undefined where nobody wants anything of it. */
  seal(): SealedPack | undefined {
    const serial = this.#serial
    if (this.#filling.isEmpty) return undefined
    const bytes = this.#filling.take(this.#allocate)
    this.#serial++
    const pack = this.#packs.get(serial)
    if (pack === undefined) {
      this.#buffers.give(bytes)
      return undefined
    }
    if (pack.live === 0) {
      this.#buffers.give(bytes)
      this.#packs.delete(serial)
      this.#sparse.delete(serial)
      return undefined
    }
    pack.bytes = bytes
    this.#bytes += bytes.length
    return { serial, bytes }
  }

  /** Takes a pack that was sealed in an earlier life. Its spans count once they are wanted. */
  restore({ serial, bytes }: SealedPack): PackReader {
    this.#packs.set(serial, { bytes, packed: 0, live: 0 })
    this.#bytes += bytes.length
    this.#serial = Math.max(this.#serial, serial + 1)
    return this.#read(serial, bytes)
  }

  /** Reads a sealed pack. */
  reader(serial: number): PackReader | undefined {
    const known = this.#readers.get(serial)
    if (known !== undefined) return known
    const bytes = this.#packs.get(serial)?.bytes
    return bytes === undefined ? undefined : this.#read(serial, bytes)
  }

  /** Takes a pack of which little is wanted any more; undefined where there is none. */
  takeSparse(): number | undefined {
    for (const serial of this.#sparse) {
      const pack = this.#packs.get(serial)
      if (pack !== undefined && pack.bytes === undefined) continue
      this.#sparse.delete(serial)
      if (pack !== undefined) return serial
    }
    return undefined
  }

  isHeld(serial: number): boolean {
    return this.#packs.has(serial)
  }

  /** Lets go of a pack of which nothing is wanted. */
  dropUnwanted(serial: number): void {
    const pack = this.#packs.get(serial)
    if (pack !== undefined && pack.live === 0) this.#drop(serial, pack)
  }

  /** The packs that were let go of since the last time. */
  takeEmptied(): number[] {
    const emptied = this.#emptied
    this.#emptied = []
    return emptied
  }

  #drop(serial: number, pack: HeldPack): void {
    this.#packs.delete(serial)
    this.#readers.delete(serial)
    this.#sparse.delete(serial)
    if (pack.bytes !== undefined) {
      this.#bytes -= pack.bytes.length
      this.#buffers.give(pack.bytes)
    }
    this.#emptied.push(serial)
  }

  #read(serial: number, bytes: Uint8Array): PackReader {
    for (const oldest of this.#readers.keys()) {
      if (this.#readers.size < MAX_READERS) break
      this.#readers.delete(oldest)
    }
    const reader = new PackReader(bytes)
    this.#readers.set(serial, reader)
    return reader
  }
}
