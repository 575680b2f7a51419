import type { SpanFacts } from '../span-facts.ts'
import { ID, traceHash } from './id-words.ts'
import {
  emptyFacts,
  FIELD_BITS,
  HEAD,
  KINDS,
  MAX_IN_TAG,
  PACKED_FIELDS,
  RECORD,
  ROLES,
  TAG,
  TRAIT,
  TYPE,
  TYPE_BITS,
} from './layout.ts'
import { NESTED } from './nested-layout.ts'
import { hashOfBytes, hashOfText } from './text-hash.ts'

const WORD_BYTES = 4
const DIGITS_A_WORD = 8
const HEX_DIGITS = new TextEncoder().encode('0123456789abcdef')

/** The spans of a pack. A span is named by where its record begins; nothing is read of it before it is asked for. */
export class PackReader {
  /** The words of the pack; those of the ids of a span begin at `RECORD.trace` of its record. */
  readonly words: Uint32Array
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)
  readonly #end: number
  readonly textCount: number
  /** All texts. */
  readonly utf8: Uint8Array
  /** By number: the texts that were asked for, where the bytes of each begin, and its hash. */
  #texts: (string | undefined)[] | undefined
  #starts: Uint32Array | undefined
  #hashes: Uint32Array | undefined
  /** The trace id that was read last, and its words: spans of one trace share it. */
  #traceId = ''
  readonly #traceWords = new Uint32Array(ID.span - ID.trace)

  /** The bytes begin at a multiple of four, as those that a pack gives do. */
  constructor(bytes: Uint8Array) {
    const [end = 0, texts = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEAD.records)
    this.#end = end
    this.words = new Uint32Array(bytes.buffer, bytes.byteOffset, this.#end + texts)
    this.textCount = texts
    this.utf8 = bytes.subarray((this.#end + texts) * WORD_BYTES)
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
    const at = span + RECORD.trace
    const words = this.#traceWords
    let isSame = this.#traceId !== ''
    for (let word = 0; word < words.length; word++) isSame &&= words[word] === this.words[at + word]
    if (isSame) return this.#traceId
    words.set(this.words.subarray(at, at + words.length))
    this.#traceId = idIn(this.words, at, words.length)
    return this.#traceId
  }

  spanIdOf(span: number): string {
    return idIn(this.words, span + RECORD.span, ID.parent - ID.span)
  }

  /** Where the bytes of the text with a number begin: those of text `number + 1` begin where they end. */
  textStart(number: number): number {
    this.#starts ??= startsOf(this.words.subarray(this.#end), this.utf8)
    return this.#starts[number] ?? this.utf8.length
  }

  /** How many characters the text with a number has. */
  textLength(number: number): number {
    return this.words[this.#end + number] ?? 0
  }

  /** A hash of 32 bits of the text with a number, without the text being made. */
  textHash(number: number): number {
    this.#hashes ??= new Uint32Array(this.textCount)
    const known = this.#hashes[number] ?? 0
    if (known !== 0) return known
    const start = this.textStart(number)
    const end = this.textStart(number + 1)
    const isAscii = end - start === this.textLength(number)
    const hash = isAscii ? hashOfBytes(this.utf8, start, end) : hashOfText(this.#textOf(number))
    this.#hashes[number] = hash
    return hash
  }

  /** The facts as they were. */
  unpack(span: number): SpanFacts {
    const { words } = this
    const traits = words[span + RECORD.traits] ?? 0
    const endMs = this.doubleAt(span + RECORD.end)
    const facts = emptyFacts()
    facts.traceId = this.traceIdOf(span)
    facts.spanId = this.spanIdOf(span)
    if (((traits >>> TRAIT.hasParent) & 1) === 1)
      facts.parentSpanId = idIn(this.words, span + RECORD.parent, ID.words - ID.parent)
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
    this.#texts ??= new Array<string | undefined>(this.textCount)
    const known = this.#texts[number]
    if (known !== undefined) return known
    const text =
      number < this.textCount
        ? UTF_8.decode(this.utf8.subarray(this.textStart(number), this.textStart(number + 1)))
        : ''
    this.#texts[number] = text
    return text
  }

  /** The double that stands at a word. */
  doubleAt(word: number): number {
    this.#halves[0] = this.words[word] ?? 0
    this.#halves[1] = this.words[word + 1] ?? 0
    return this.#double[0] ?? 0
  }
}

const DIGITS = new Uint8Array(ID.words * DIGITS_A_WORD)
const LATIN_1 = new TextDecoder('latin1')
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** So many words from `at` on as hex digits. */
function idIn(words: Uint32Array, at: number, count: number): string {
  for (let word = 0; word < count; word++) {
    const value = words[at + word] ?? 0
    for (let place = 0; place < DIGITS_A_WORD; place++)
      DIGITS[word * DIGITS_A_WORD + place] = HEX_DIGITS[(value >>> (28 - 4 * place)) & 0xf] ?? 0
  }
  return LATIN_1.decode(DIGITS.subarray(0, count * DIGITS_A_WORD))
}

/** Where texts of these lengths begin among the bytes, and where the last one ends. */
function startsOf(lengths: Uint32Array, utf8: Uint8Array): Uint32Array {
  const starts = new Uint32Array(lengths.length + 1)
  let total = 0
  for (const length of lengths) total += length
  const isAscii = total === utf8.length
  let at = 0
  for (let number = 0; number < lengths.length; number++) {
    starts[number] = at
    const length = lengths[number] ?? 0
    at = isAscii ? at + length : afterCharacters(utf8, at, length)
  }
  starts[lengths.length] = at
  return starts
}

/** Where so many characters end that begin at `from`. Those of four bytes are two to whoever counts characters. */
function afterCharacters(utf8: Uint8Array, from: number, count: number): number {
  let at = from
  for (let left = count; left > 0; left--) {
    const byte = utf8[at] ?? 0
    if (byte >= 0xf0) left--
    at += byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  }
  return at
}
