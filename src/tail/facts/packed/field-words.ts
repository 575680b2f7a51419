import { MAX_IN_TAG, TAG, TYPE } from './layout.ts'
import { TextNumbers } from './text-numbers.ts'

const FIRST_WORDS = 1024

/** Words that grow, and how values are written among them: a value that is absent takes none. */
export class FieldWords {
  words = new Uint32Array(FIRST_WORDS)
  /** Where the next word will stand. */
  at: number
  readonly texts = new TextNumbers()
  /** How many fields were written since `beginNested`. */
  #count = 0
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)

  /** @param at the words before it are not written here */
  constructor(at: number) {
    this.at = at
  }

  text(field: number, value: string | undefined): void {
    if (value !== undefined) this.#tag(field, TYPE.text, this.texts.numberOf(value))
  }

  flag(field: number, value: boolean | undefined): void {
    if (value !== undefined) this.#tag(field, TYPE.flag, value ? 1 : 0)
  }

  number(field: number, value: number | undefined): void {
    if (value === undefined) return
    if (value >= 0 && value <= MAX_IN_TAG && Number.isInteger(value)) this.#tag(field, TYPE.small, value)
    else {
      this.#tag(field, TYPE.double, 0)
      this.setDouble(this.at, value)
      this.at += 2
    }
  }

  list(field: number, value: readonly unknown[] | undefined): void {
    if (value !== undefined) this.#tag(field, TYPE.list, this.texts.numberOf(JSON.stringify(value)))
  }

  /** Leaves room for the tag of facts within facts, whose fields are written next. Returns where it will stand. */
  beginNested(): number {
    this.#count = 0
    return this.at++
  }

  endNested(field: number, tagAt: number): void {
    const end = this.at
    const count = this.#count
    this.at = tagAt
    this.#tag(field, TYPE.object, count)
    this.at = end
  }

  setDouble(at: number, value: number): void {
    this.#double[0] = value
    this.words[at] = this.#halves[0] ?? 0
    this.words[at + 1] = this.#halves[1] ?? 0
  }

  /** Makes room for so many words more. */
  reserve(count: number): void {
    if (this.at + count <= this.words.length) return
    const larger = new Uint32Array(Math.max(this.at + count, 2 * this.words.length))
    larger.set(this.words)
    this.words = larger
  }

  #tag(field: number, type: number, value: number): void {
    this.#count++
    this.words[this.at++] = (field << TAG.field) | (type << TAG.type) | (value << TAG.value)
  }
}
