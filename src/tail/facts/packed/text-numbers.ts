import { quickHashOfText } from '../scan/quick-hash.ts'

const SLOTS = 256

/**
 * Texts by number. A text that was met lately has one number only; one that was forgotten gets another, so that no text
 * is looked for among all others.
 */
export class TextNumbers {
  readonly #texts: string[] = []
  /** By hash: the number of a text, plus 1. */
  readonly #slots = new Uint32Array(SLOTS)
  /** In characters. */
  length = 0

  numberOf(text: string): number {
    const slot = quickHashOfText(text) & (SLOTS - 1)
    const held = this.#slots[slot] ?? 0
    if (held > 0 && this.#texts[held - 1] === text) return held - 1
    const number = this.#texts.push(text)
    this.#slots[slot] = number
    this.length += text.length
    return number - 1
  }

  get texts(): readonly string[] {
    return this.#texts
  }

  clear(): void {
    this.#texts.length = 0
    this.#slots.fill(0)
    this.length = 0
  }
}
