import { PAGE_BYTES, PageSlab, SLAB_PAGES } from './page-slab.ts'

/**
 * Memory for packs, used again and again. Packs of all sizes come and go all the time: what is left to the collector of
 * garbage lies about for long, and what goes back to the system in pieces leaves holes that are never filled.
 */
export class PackBuffers {
  /** In the order in which they were made: the first ones are filled first, so that the last ones fall empty. */
  readonly #slabs = new Map<ArrayBuffer, PageSlab>()

  /** Bytes that were taken from the system, in use or not; those of packs that are larger than a slab are not counted. */
  get byteLength(): number {
    return this.#slabs.size * SLAB_PAGES * PAGE_BYTES
  }

  /** So many bytes that begin at a multiple of a page; what stands in them means nothing. */
  take(length: number): Uint8Array<ArrayBuffer> {
    const pages = Math.max(1, Math.ceil(length / PAGE_BYTES))
    if (pages > SLAB_PAGES) return new Uint8Array(length)
    for (const slab of this.#slabs.values()) {
      const page = slab.take(pages)
      if (page >= 0) return new Uint8Array(slab.buffer, page * PAGE_BYTES, length)
    }
    const slab = new PageSlab()
    this.#slabs.set(slab.buffer, slab)
    return new Uint8Array(slab.buffer, slab.take(pages) * PAGE_BYTES, length)
  }

  /** Gives back what `take` gave: nobody reads it any more. Other memory is left alone. */
  give({ buffer, byteOffset }: Uint8Array<ArrayBuffer>): void {
    const slab = this.#slabs.get(buffer)
    if (slab === undefined) return
    slab.give(byteOffset / PAGE_BYTES)
    if (slab.isEmpty) this.#dropEmpty(slab)
  }

  /** One empty slab stays, for what comes next. */
  #dropEmpty(emptied: PageSlab): void {
    for (const slab of this.#slabs.values()) {
      if (slab === emptied || !slab.isEmpty) continue
      this.#slabs.delete(emptied.buffer)
      return
    }
  }
}
