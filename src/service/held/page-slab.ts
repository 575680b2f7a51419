/** A block in a slab is a whole number of pages. */
export const PAGE_BYTES = 4096
/** Larger than most packs are, so that little of it is left over. */
export const SLAB_PAGES = 2048

const NONE = -1

/** A large buffer from which blocks of pages are taken: where one is given back, it is one with the free ones beside it. */
export class PageSlab {
  readonly buffer = new ArrayBuffer(SLAB_PAGES * PAGE_BYTES)
  /** By its first page and by its last one: how many pages a block has; below zero where it is in use. */
  readonly #blocks = new Int32Array(SLAB_PAGES)
  /** No free block has more pages. */
  #mostFree = SLAB_PAGES
  #used = 0

  constructor() {
    this.#mark(0, SLAB_PAGES, 1)
  }

  get isEmpty(): boolean {
    return this.#used === 0
  }

  /** Takes the first block that is large enough. The number of its first page; -1 where there is none. */
  take(pages: number): number {
    if (pages > this.#mostFree) return NONE
    let most = 0
    for (let at = 0; at < SLAB_PAGES; ) {
      const block = this.#blocks[at] ?? 0
      if (block >= pages) {
        this.#mark(at, pages, -1)
        if (block > pages) this.#mark(at + pages, block - pages, 1)
        this.#used += pages
        return at
      }
      most = Math.max(most, block)
      at += Math.abs(block)
    }
    this.#mostFree = most
    return NONE
  }

  /** Gives back the block that begins at this page. */
  give(page: number): void {
    const pages = -(this.#blocks[page] ?? 0)
    const before = page === 0 ? 0 : Math.max(0, this.#blocks[page - 1] ?? 0)
    const end = page + pages
    const after = end === SLAB_PAGES ? 0 : Math.max(0, this.#blocks[end] ?? 0)
    const free = before + pages + after
    this.#mark(page - before, free, 1)
    this.#mostFree = Math.max(this.#mostFree, free)
    this.#used -= pages
  }

  #mark(page: number, pages: number, sign: 1 | -1): void {
    this.#blocks[page] = sign * pages
    this.#blocks[page + pages - 1] = sign * pages
  }
}
