import type { AttributeValue } from '../span-input.ts'
import { KeyTable } from './key-table.ts'

/** A list of attributes of which only some are wanted. It is filled, read and cleared again and again. */
export class KnownAttributes {
  readonly values: Record<string, AttributeValue>
  /** The marks of all names that are there. */
  marks = 0
  readonly #table: KeyTable
  readonly #names: readonly string[]
  readonly #marks: readonly number[]
  readonly #present: number[] = []
  #count = 0

  constructor(wanted: readonly { readonly name: string; readonly marks: number }[]) {
    this.#names = wanted.map(({ name }) => name)
    this.#marks = wanted.map(({ marks }) => marks)
    this.#table = new KeyTable(this.#names)
    const values: Record<string, AttributeValue> = {}
    for (const name of this.#names) values[name] = undefined
    // Names added one by one make V8 look each of them up by its hash; a copy has a place for each.
    this.values = { ...values }
  }

  /** Which of the wanted names the bytes are; -1 where they are none. */
  find(bytes: Uint8Array, start: number, end: number): number {
    return this.#table.find(bytes, start, end)
  }

  /** The same for a name that is a text. */
  indexOf(name: string): number {
    return this.#names.indexOf(name)
  }

  /** Takes a value, as readers of objects do: of several values of one name the last one counts, none counts never. */
  set(index: number, value: AttributeValue): void {
    if (value === undefined) return
    this.values[this.#names[index] ?? ''] = value
    this.marks |= this.#marks[index] ?? 0
    this.#present[this.#count++] = index
  }

  clear(): void {
    for (let at = 0; at < this.#count; at++)
      this.values[this.#names[this.#present[at] ?? 0] ?? ''] = undefined
    this.#count = 0
    this.marks = 0
  }
}
