/**
 * A set of places, such as those of spans in their tree, that is filled anew again and again: each time costs no more
 * than its members. Whoever fills it is done with it before anybody else does.
 */
export class PlaceSet {
  readonly #rounds: Int32Array
  #round = 1

  /** @param places how many there are: members are from 0 up to this */
  constructor(places: number) {
    this.#rounds = new Int32Array(places)
  }

  /** From now on it is empty. */
  clear(): void {
    this.#round++
  }

  add(place: number): void {
    this.#rounds[place] = this.#round
  }

  has(place: number): boolean {
    return this.#rounds[place] === this.#round
  }
}
