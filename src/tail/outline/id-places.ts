const LEAST_SLOTS = 64

/** Where ids of two words stand, filled for one run after the other. */
export class IdPlaces {
  #slots = new Int32Array(LEAST_SLOTS)
  #mask = LEAST_SLOTS - 1
  #words: Uint32Array = new Uint32Array(0)

  /** Takes the ids that stand in pairs in `words`. False where one of them is there twice. */
  fill(words: Uint32Array, count: number): boolean {
    this.#words = words
    const slots = 2 ** Math.ceil(Math.log2(Math.max(LEAST_SLOTS, 2 * count)))
    if (this.#slots.length < slots) this.#slots = new Int32Array(slots)
    else this.#slots.fill(0, 0, slots)
    this.#mask = slots - 1
    for (let place = 0; place < count; place++) {
      const first = words[2 * place] ?? 0
      const second = words[2 * place + 1] ?? 0
      let slot = hashOf(first, second) & this.#mask
      while (this.#slots[slot] !== 0) {
        if (this.#isAt((this.#slots[slot] ?? 0) - 1, first, second)) return false
        slot = (slot + 1) & this.#mask
      }
      this.#slots[slot] = place + 1
    }
    return true
  }

  /** -1 where it is not there. */
  find(first: number, second: number): number {
    for (let slot = hashOf(first, second) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const place = (this.#slots[slot] ?? 0) - 1
      if (place < 0 || this.#isAt(place, first, second)) return place
    }
  }

  #isAt(place: number, first: number, second: number): boolean {
    return this.#words[2 * place] === first && this.#words[2 * place + 1] === second
  }
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0xc2b2ae35)
  return mixed ^ (mixed >>> 15)
}
