const FIRST_LENGTH = 512

/** Whole numbers of 32 bits in the order in which they were added. Its memory stays when it is emptied, and is used again. */
export class NumberList {
  length = 0
  #numbers = new Int32Array(FIRST_LENGTH)

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Int32Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = number
  }

  /** The number at a place below `length`. */
  at(place: number): number {
    return this.#numbers[place] ?? 0
  }

  /** A copy of those from a place on. */
  from(place: number): number[] {
    return [...this.#numbers.subarray(place, this.length)]
  }

  clear(): void {
    this.length = 0
  }
}
