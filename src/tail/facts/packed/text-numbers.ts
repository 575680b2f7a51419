/** Texts by number, each once. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []
  /** In characters. */
  length = 0

  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#texts.length
    this.#numbers.set(text, number)
    this.#texts.push(text)
    this.length += text.length
    return number
  }

  get texts(): readonly string[] {
    return this.#texts
  }

  clear(): void {
    this.#numbers.clear()
    this.#texts.length = 0
    this.length = 0
  }
}
