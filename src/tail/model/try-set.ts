import { PlaceSet } from './place-set.ts'
import type { Try } from './try.ts'

/**
 * A set of tries of one run that is filled anew again and again: each time costs no more than its members. Whoever
 * fills it is done with it before anybody else does.
 */
export class TrySet {
  readonly #places: PlaceSet
  #size = 0

  /** @param tries how many the run has */
  constructor(tries: number) {
    this.#places = new PlaceSet(tries)
  }

  get size(): number {
    return this.#size
  }

  /** From now on these are its members. */
  fill(members: readonly Try[]): this {
    this.#places.clear()
    for (let at = 0; at < members.length; at++) this.#places.add(members[at]?.index ?? 0)
    this.#size = members.length
    return this
  }

  add({ index }: Try): void {
    this.#places.add(index)
    this.#size++
  }

  has({ index }: Try): boolean {
    return this.#places.has(index)
  }
}

/** What is known of tries, in the same way: what was put in before `clear` is not there any more. */
export class TryMap<T> {
  readonly #keys: TrySet
  /** By try: where its value stands. */
  readonly #places: Int32Array
  readonly #values: T[] = []

  /** @param tries how many the run has */
  constructor(tries: number) {
    this.#keys = new TrySet(tries)
    this.#places = new Int32Array(tries)
  }

  clear(): void {
    this.#keys.fill(NO_TRIES)
    this.#values.length = 0
  }

  set(of: Try, value: T): void {
    this.#keys.add(of)
    this.#places[of.index] = this.#values.push(value) - 1
  }

  get(of: Try): T | undefined {
    return this.#keys.has(of) ? this.#values[this.#places[of.index] ?? 0] : undefined
  }
}

const NO_TRIES: readonly Try[] = []
