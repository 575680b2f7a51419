const LEAST_SLOTS = 64

/** Keys of 32 bits, and whether any of them came twice. */
export class SeenKeys {
  #keys = new Uint32Array(LEAST_SLOTS)
  #mask = LEAST_SLOTS - 1
  #count = 0
  hasTwice = false

  clear(): void {
    if (this.#count > 0) this.#keys.fill(0)
    this.#count = 0
    this.hasTwice = false
  }

  add(key: number): void {
    if (this.hasTwice) return
    // Zero is what an empty slot holds.
    const wanted = key >>> 0 || 1
    let slot = wanted & this.#mask
    for (let held = this.#keys[slot]; held !== 0; held = this.#keys[slot]) {
      if (held === wanted) {
        this.hasTwice = true
        return
      }
      slot = (slot + 1) & this.#mask
    }
    this.#keys[slot] = wanted
    if (2 * ++this.#count > this.#keys.length) this.#grow()
  }

  #grow(): void {
    const held = this.#keys
    this.#keys = new Uint32Array(2 * held.length)
    this.#mask = this.#keys.length - 1
    for (const key of held) {
      if (key === 0) continue
      let slot = key & this.#mask
      while (this.#keys[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#keys[slot] = key
    }
  }
}
