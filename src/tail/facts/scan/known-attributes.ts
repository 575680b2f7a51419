import type { AttributeValue } from '../span-input.ts'
import { KeyTable } from './key-table.ts'
import type { SpanKey } from './span-key.ts'

/** Makes the text that stands between two places of what is being read. */
export interface TextSource {
  /** Absent where texts have no place: all of them are values already. */
  readonly view: DataView | undefined
  textAt(start: number, end: number): string
}

/** A text of which only the place is known. */
const NOT_READ = Symbol('not read')

type Held = AttributeValue | typeof NOT_READ

/**
 * A list of attributes of which only some are wanted. It is filled, read and cleared again and again. A text is made only
 * when somebody reads it: many are read by nobody.
 */
export class KnownAttributes {
  readonly values: Readonly<Record<string, AttributeValue>>
  /** The marks of all names that are there. */
  marks = 0
  readonly #table: KeyTable
  readonly #names: readonly string[]
  readonly #marks: Int32Array
  readonly #held: Held[]
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #texts: TextSource
  readonly #present: number[] = []
  #count = 0

  constructor(
    wanted: readonly { readonly name: string; readonly marks: number }[],
    texts: TextSource = NO_TEXTS,
  ) {
    this.#names = wanted.map(({ name }) => name)
    this.#marks = Int32Array.from(wanted, ({ marks }) => marks)
    this.#table = new KeyTable(this.#names)
    this.#held = new Array(wanted.length).fill(undefined)
    this.#starts = new Int32Array(wanted.length)
    this.#ends = new Int32Array(wanted.length)
    this.#texts = texts
    this.values = this.#gettersByName()
  }

  /** Which of the wanted names the bytes are; -1 where they are none. */
  find(view: DataView, start: number, end: number): number {
    return this.#table.find(view, start, end)
  }

  /** The same for a name that is a text. */
  indexOf(name: string): number {
    return this.#names.indexOf(name)
  }

  /** Takes a value, as readers of objects do: of several values of one name the last one counts, none counts never. */
  set(index: number, value: AttributeValue): void {
    if (value !== undefined) this.#put(index, value)
  }

  /** Takes a text by its place. */
  setText(index: number, start: number, end: number): void {
    this.#starts[index] = start
    this.#ends[index] = end
    this.#put(index, NOT_READ)
  }

  clear(): void {
    for (let at = 0; at < this.#count; at++) this.#held[this.#present[at] ?? 0] = undefined
    this.#count = 0
    this.marks = 0
  }

  /** Whether one of the wanted names is there. */
  has(index: number): boolean {
    return this.#held[index] !== undefined
  }

  /**
   * Writes what is there into `key`, as long as nobody has read it. Of what `isOwn` marks by its place among the names
   * only that it is there. False where it is too much, or nothing that comes again.
   */
  writeKey(key: SpanKey, isOwn: Uint8Array): boolean {
    const { view } = this.#texts
    if (view === undefined) return false
    for (let at = 0; at < this.#count; at++) {
      const index = this.#present[at] ?? 0
      const value = this.#held[index]
      if (value === NOT_READ) {
        const start = this.#starts[index] ?? 0
        const end = this.#ends[index] ?? 0
        if (isOwn[index] === 1 && end > start) key.putOwnText(index)
        else if (!key.putText(index, view, start, end)) return false
      } else if (typeof value === 'number') {
        if (isOwn[index] === 1 && Number.isSafeInteger(value) && value >= 0) key.putOwnCount(index)
        else key.putNumber(index, value)
      } else if (typeof value === 'boolean') key.putFlag(index, value)
      else return false
    }
    return !key.isFull
  }

  /** What is there, to be kept. */
  copy(): Record<string, AttributeValue> {
    const copy: Record<string, AttributeValue> = {}
    for (let at = 0; at < this.#count; at++) {
      const name = this.#names[this.#present[at] ?? 0] ?? ''
      copy[name] = this.values[name]
    }
    return copy
  }

  #put(index: number, value: Held): void {
    this.#held[index] = value
    this.marks |= this.#marks[index] ?? 0
    this.#present[this.#count++] = index
  }

  /** V8 reads through a getter of a prototype faster than it reads one of hundreds of properties, or sets one. */
  #gettersByName(): Readonly<Record<string, AttributeValue>> {
    const held = this.#held
    const make = (index: number): string => {
      const text = this.#texts.textAt(this.#starts[index] ?? 0, this.#ends[index] ?? 0)
      held[index] = text
      return text
    }
    const getters = this.#names.map((name, index): [string, PropertyDescriptor] => {
      const get = (): AttributeValue => {
        const value = held[index]
        return typeof value === 'symbol' ? make(index) : value
      }
      return [name, { get, enumerable: true }]
    })
    return Object.create(Object.create(null, Object.fromEntries(getters)))
  }
}

const NO_TEXTS: TextSource = { view: undefined, textAt: () => '' }
