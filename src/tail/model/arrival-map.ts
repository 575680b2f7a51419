const NONE = -1
const FIRST_ROOM = 4

/**
 * Values by text, in the order in which they came, for entries that come and go by the million. A `Map` would do, but
 * the tables that it has outgrown point to one another and to what was in them: once one of them is old, whoever
 * collects garbage keeps all that came since, until it looks through the whole heap.
 */
export class ArrivalMap<V> {
  #keys: (string | undefined)[] = []
  #values: (V | undefined)[] = []
  /** By hash: the first place of a chain. */
  #heads = new Int32Array(FIRST_ROOM).fill(NONE)
  /** By place: the hash of the key. Texts of other entries lie anywhere, and to look at one takes long. */
  #hashes = new Int32Array(FIRST_ROOM)
  /** By place: the next one of its chain, or of those that are free. */
  #next = new Int32Array(FIRST_ROOM)
  /** By place: those that came before and after it. */
  #before = new Int32Array(FIRST_ROOM)
  #after = new Int32Array(FIRST_ROOM)
  #oldest = NONE
  #newest = NONE
  #free = NONE
  #size = 0
  // What is looked for and not found is mostly put in next.
  #lastKey = ''
  #lastHash = hashOf('')

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    const place = this.#find(key)
    return place === NONE ? undefined : this.#values[place]
  }

  has(key: string): boolean {
    return this.#find(key) !== NONE
  }

  /** Puts the value behind all others, or in the place of the one that is there. */
  set(key: string, value: V): void {
    const known = this.#find(key)
    const place = known === NONE ? this.#add(key) : known
    this.#values[place] = value
  }

  delete(key: string): void {
    const slot = this.#slotOf(key)
    const hash = this.#lastHash
    let before = NONE
    for (let place = this.#heads[slot] ?? NONE; place !== NONE; place = this.#next[place] ?? NONE) {
      if (this.#hashes[place] === hash && this.#keys[place] === key) {
        if (before === NONE) this.#heads[slot] = this.#next[place] ?? NONE
        else this.#next[before] = this.#next[place] ?? NONE
        this.#forget(place)
        return
      }
      before = place
    }
  }

  /** The value that is there for the longest time. */
  get first(): V | undefined {
    return this.#oldest === NONE ? undefined : this.#values[this.#oldest]
  }

  /** Keys and values in the order in which they came. */
  *entries(): Generator<[string, V]> {
    for (let place = this.#oldest; place !== NONE; place = this.#after[place] ?? NONE) {
      const key = this.#keys[place]
      const value = this.#values[place]
      if (key !== undefined && value !== undefined) yield [key, value]
    }
  }

  #find(key: string): number {
    let place = this.#heads[this.#slotOf(key)] ?? NONE
    const hash = this.#lastHash
    while (place !== NONE && (this.#hashes[place] !== hash || this.#keys[place] !== key))
      place = this.#next[place] ?? NONE
    return place
  }

  #add(key: string): number {
    if (this.#free === NONE && this.#keys.length === this.#next.length) this.#grow()
    const place = this.#free === NONE ? this.#keys.length : this.#free
    if (place === this.#free) this.#free = this.#next[place] ?? NONE
    this.#keys[place] = key
    const slot = this.#slotOf(key)
    this.#hashes[place] = this.#lastHash
    this.#next[place] = this.#heads[slot] ?? NONE
    this.#heads[slot] = place
    this.#before[place] = this.#newest
    this.#after[place] = NONE
    if (this.#newest === NONE) this.#oldest = place
    else this.#after[this.#newest] = place
    this.#newest = place
    this.#size++
    return place
  }

  /** Takes a place out of the row; it is out of its chain. */
  #forget(place: number): void {
    const before = this.#before[place] ?? NONE
    const after = this.#after[place] ?? NONE
    if (before === NONE) this.#oldest = after
    else this.#after[before] = after
    if (after === NONE) this.#newest = before
    else this.#before[after] = before
    this.#keys[place] = undefined
    this.#values[place] = undefined
    this.#next[place] = this.#free
    this.#free = place
    this.#size--
  }

  #grow(): void {
    const room = 2 * this.#next.length
    this.#before = larger(this.#before, room)
    this.#after = larger(this.#after, room)
    this.#next = larger(this.#next, room)
    this.#hashes = larger(this.#hashes, room)
    this.#heads = new Int32Array(room).fill(NONE)
    for (let place = 0; place < this.#keys.length; place++) {
      const slot = (this.#hashes[place] ?? 0) & (room - 1)
      this.#next[place] = this.#heads[slot] ?? NONE
      this.#heads[slot] = place
    }
  }

  #slotOf(key: string): number {
    if (key !== this.#lastKey) {
      this.#lastHash = hashOf(key)
      this.#lastKey = key
    }
    return this.#lastHash & (this.#heads.length - 1)
  }
}

/**
 * Of a long text every other character counts. That is enough: of ids that differ in one of the others only, few are
 * alike.
 */
function hashOf(key: string): number {
  const step = key.length < LONG ? 1 : 2
  let hash = key.length
  for (let index = step - 1; index < key.length; index += step)
    hash = Math.imul(hash ^ key.charCodeAt(index), PRIME)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return hash ^ (hash >>> 13)
}

const LONG = 32
const PRIME = 0x01000193

function larger(numbers: Int32Array<ArrayBuffer>, room: number): Int32Array<ArrayBuffer> {
  const made = new Int32Array(room)
  made.set(numbers)
  return made
}
