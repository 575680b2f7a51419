const FIRST_SLOTS = 1024
const PRIME = 0x01000193

/**
 * Places by name, without an object for any of them. A name is known by its hash alone: two that share one are taken
 * for one, so that whoever asks may be told of a place that has nothing to do with it.
 */
export class TieTable {
  #hashes = new Int32Array(FIRST_SLOTS)
  /** A place plus 1; 0 where the slot is free. */
  #places = new Int32Array(FIRST_SLOTS)
  #size = 0

  /** The place of a name; -1 where it has none. */
  get(kind: number, name: string): number {
    return (this.#places[this.#slotOf(hashOf(kind, name))] ?? 0) - 1
  }

  /** Gives a name its place, where it has none. Returns the place that it has now. */
  first(kind: number, name: string, place: number): number {
    const hash = hashOf(kind, name)
    const slot = this.#slotOf(hash)
    const known = this.#places[slot] ?? 0
    if (known !== 0) return known - 1
    this.#put(slot, hash, place)
    return place
  }

  /** Gives a name a new place. Returns the one that it had; -1 where it had none. */
  last(kind: number, name: string, place: number): number {
    const hash = hashOf(kind, name)
    const slot = this.#slotOf(hash)
    const known = this.#places[slot] ?? 0
    if (known === 0) this.#put(slot, hash, place)
    else this.#places[slot] = place + 1
    return known - 1
  }

  #put(slot: number, hash: number, place: number): void {
    this.#hashes[slot] = hash
    this.#places[slot] = place + 1
    if (2 * ++this.#size > this.#places.length) this.#grow()
  }

  /** The slot that the hash has, or would have. */
  #slotOf(hash: number): number {
    const mask = this.#places.length - 1
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask)
      if (this.#places[slot] === 0 || this.#hashes[slot] === hash) return slot
  }

  #grow(): void {
    const hashes = this.#hashes
    const places = this.#places
    this.#hashes = new Int32Array(2 * hashes.length)
    this.#places = new Int32Array(2 * places.length)
    for (let at = 0; at < places.length; at++) {
      const place = places[at] ?? 0
      if (place === 0) continue
      const slot = this.#slotOf(hashes[at] ?? 0)
      this.#hashes[slot] = hashes[at] ?? 0
      this.#places[slot] = place
    }
  }
}

function hashOf(kind: number, name: string): number {
  let hash = Math.imul(0x811c9dc5 ^ kind, PRIME)
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), PRIME)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}
