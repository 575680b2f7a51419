import type { SpanFacts } from '../span-facts.ts'
import { ID, traceHash } from './id-words.ts'
import {
  emptyFacts,
  HEAD,
  KINDS,
  MAX_IN_TAG,
  NESTED,
  PACKED_FIELDS,
  RECORD,
  ROLES,
  TAG,
  TRAIT,
  TYPE,
} from './layout.ts'
import { hashOfBytes, hashOfText } from './text-hash.ts'

const WORD_BYTES = 4
const DIGITS_A_WORD = 8
const FIELD_BITS = 0xff
const TYPE_BITS = 0x7
const HEX_DIGITS = new TextEncoder().encode('0123456789abcdef')

/** The spans of a pack. A span is named by where its record begins; nothing is read of it before it is asked for. */
export class PackReader {
  /** The words of the pack; those of the ids of a span begin at `RECORD.trace` of its record. */
  readonly words: Uint32Array
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)
  readonly #end: number
  readonly #textCount: number
  readonly #utf8: Uint8Array
  /** Made when the first one is asked for. */
  #texts: readonly string[] | undefined
  /** By number: where the bytes of a text begin, if every character is one byte; its hash. */
  #starts: Uint32Array | undefined
  #hashes: Uint32Array | undefined

  /** The bytes begin at a multiple of four, as those that a pack gives do. */
  constructor(bytes: Uint8Array) {
    const [end = 0, texts = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD.records)
    this.#end = end
    this.words = new Uint32Array(bytes.buffer, bytes.byteOffset, this.#end + texts)
    this.#textCount = texts
    this.#utf8 = bytes.subarray((this.#end + texts) * WORD_BYTES)
  }

  /** Where the records begin, in the order in which they were added. */
  *spans(): Generator<number, void, undefined> {
    for (let at: number = HEAD.records; at < this.#end; at += this.words[at + RECORD.length] ?? 1) yield at
  }

  markOf(span: number): number {
    return this.words[span + RECORD.mark] ?? 0
  }

  noteOf(span: number): number {
    return this.doubleAt(span + RECORD.note)
  }

  /** How long a span took; NaN where it has not ended. */
  lengthMsOf(span: number): number {
    return this.doubleAt(span + RECORD.end) - this.doubleAt(span + RECORD.start)
  }

  traceHashOf(span: number): number {
    return traceHash(this.words, span + RECORD.trace)
  }

  traceIdOf(span: number): string {
    return idIn(this.#digitsOf(span), ID.trace, ID.span)
  }

  spanIdOf(span: number): string {
    return idIn(this.#digitsOf(span), ID.span, ID.parent)
  }

  /** A hash of 32 bits of the text with a number, without the text being made. */
  textHash(number: number): number {
    this.#hashes ??= new Uint32Array(this.#textCount)
    const known = this.#hashes[number] ?? 0
    if (known !== 0) return known
    this.#starts ??= startsOf(this.words.subarray(this.#end), this.#utf8.length)
    const start = this.#starts[number]
    const hash =
      start === undefined
        ? hashOfText(this.#textOf(number))
        : hashOfBytes(this.#utf8, start, start + (this.words[this.#end + number] ?? 0))
    this.#hashes[number] = hash
    return hash
  }

  /** The facts as they were. Their texts keep all texts of the pack in memory. */
  unpack(span: number): SpanFacts {
    const { words } = this
    const traits = words[span + RECORD.traits] ?? 0
    const endMs = this.doubleAt(span + RECORD.end)
    const facts = emptyFacts()
    const digits = this.#digitsOf(span)
    facts.traceId = idIn(digits, ID.trace, ID.span)
    facts.spanId = idIn(digits, ID.span, ID.parent)
    if (((traits >>> TRAIT.hasParent) & 1) === 1) facts.parentSpanId = idIn(digits, ID.parent, ID.words)
    facts.traceFlags = (traits >>> TRAIT.flags) & 0xff
    facts.service = this.#textAt(span + RECORD.service)
    facts.name = this.#textAt(span + RECORD.name)
    facts.kind = KINDS[(traits >>> TRAIT.kind) & 7] ?? 'internal'
    facts.role = ROLES[(traits >>> TRAIT.role) & 7] ?? 'other'
    facts.startMs = this.doubleAt(span + RECORD.start)
    facts.endMs = Number.isNaN(endMs) ? undefined : endMs
    facts.failed = ((traits >>> TRAIT.failed) & 1) === 1
    facts.isMarkedFailed = ((traits >>> TRAIT.isMarkedFailed) & 1) === 1
    const end = span + (words[span + RECORD.length] ?? 0)
    for (let at = span + RECORD.fields; at < end; ) at = this.#readField(at, PACKED_FIELDS, facts)
    return facts
  }

  /** Reads a field with its value into `facts`; returns where the next one begins. */
  #readField(at: number, fields: readonly string[], facts: Record<string, unknown>): number {
    const tag = this.words[at] ?? 0
    const field = fields[(tag >>> TAG.field) & FIELD_BITS] ?? ''
    const value = tag >>> TAG.value
    switch ((tag >>> TAG.type) & TYPE_BITS) {
      case TYPE.flag:
        facts[field] = value === 1
        return at + 1
      case TYPE.small:
        facts[field] = value
        return at + 1
      case TYPE.double:
        facts[field] = this.doubleAt(at + 1)
        return at + 3
      case TYPE.text:
        facts[field] = this.#textOf(value)
        return at + 1
      case TYPE.list:
        facts[field] = JSON.parse(this.#textOf(value) || 'null')
        return at + 1
      default:
        return this.#readNested(at + 1, field, value, facts)
    }
  }

  #readNested(from: number, field: string, count: number, facts: Record<string, unknown>): number {
    const nested = NESTED.get(field)
    let at = from
    if (nested === undefined) return at + count
    const held = nested.empty()
    for (let index = 0; index < count; index++) at = this.#readField(at, nested.fields, held)
    facts[field] = held
    return at
  }

  #textAt(word: number): string {
    return this.#textOf((this.words[word] ?? 0) & MAX_IN_TAG)
  }

  #textOf(number: number): string {
    this.#texts ??= partsOf(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#utf8),
      this.words.subarray(this.#end),
    )
    return this.#texts[number] ?? ''
  }

  /** The double that stands at a word. */
  doubleAt(word: number): number {
    this.#halves[0] = this.words[word] ?? 0
    this.#halves[1] = this.words[word + 1] ?? 0
    return this.#double[0] ?? 0
  }

  #digitsOf(span: number): string {
    for (let word = 0; word < ID.words; word++) {
      const value = this.words[span + RECORD.trace + word] ?? 0
      for (let place = 0; place < DIGITS_A_WORD; place++)
        DIGITS[word * DIGITS_A_WORD + place] = HEX_DIGITS[(value >>> (28 - 4 * place)) & 0xf] ?? 0
    }
    return LATIN_1.decode(DIGITS)
  }
}

const DIGITS = new Uint8Array(ID.words * DIGITS_A_WORD)
const LATIN_1 = new TextDecoder('latin1')

function idIn(digits: string, word: number, end: number): string {
  return digits.slice(word * DIGITS_A_WORD, end * DIGITS_A_WORD)
}

/** Where texts of these lengths begin among so many bytes; none where a character takes more than one. */
function startsOf(lengths: Uint32Array, byteLength: number): Uint32Array {
  const starts = new Uint32Array(lengths.length)
  let at = 0
  for (let number = 0; number < lengths.length; number++) {
    starts[number] = at
    at += lengths[number] ?? 0
  }
  return at === byteLength ? starts : new Uint32Array(0)
}

/** The parts of a text that have these lengths. */
function partsOf(text: string, lengths: Uint32Array): string[] {
  const parts: string[] = []
  let at = 0
  for (const length of lengths) {
    parts.push(text.slice(at, at + length))
    at += length
  }
  return parts
}
