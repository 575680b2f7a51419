import type { Try } from './try.ts'

/**
 * A set of tries of one run that is filled anew again and again: each time costs no more than its members. Whoever
 * fills it is done with it before anybody else does.
 */
export class TrySet {
  readonly #rounds: Int32Array
  #round = 0
  #size = 0

  /** @param tries how many the run has */
  constructor(tries: number) {
    this.#rounds = new Int32Array(tries)
  }

  get size(): number {
    return this.#size
  }

  /** From now on these are its members. */
  fill(members: readonly Try[]): this {
    this.#round++
    for (let at = 0; at < members.length; at++) this.#rounds[members[at]?.index ?? 0] = this.#round
    this.#size = members.length
    return this
  }

  add({ index }: Try): void {
    this.#rounds[index] = this.#round
    this.#size++
  }

  has({ index }: Try): boolean {
    return this.#rounds[index] === this.#round
  }
}

/** What is known of tries, in the same way: what was put in before `clear` is not there any more. */
export class TryMap<T> {
  readonly #keys: TrySet
  readonly #values: (T | undefined)[]

  /** @param tries how many the run has */
  constructor(tries: number) {
    this.#keys = new TrySet(tries)
    this.#values = new Array<T | undefined>(tries)
  }

  clear(): void {
    this.#keys.fill(NO_TRIES)
  }

  set(of: Try, value: T): void {
    this.#keys.add(of)
    this.#values[of.index] = value
  }

  get(of: Try): T | undefined {
    return this.#keys.has(of) ? this.#values[of.index] : undefined
  }
}

const NO_TRIES: readonly Try[] = []
