import type { SpanFacts } from '../span-facts.ts'
import { ID } from './id-words.ts'
import {
  BUDGET,
  FIELD,
  HEAD,
  HTTP,
  KINDS,
  MAX_IN_TAG,
  type NestedFacts,
  RECORD,
  RESULT,
  ROLES,
  TAG,
  TIMERS,
  TRAIT,
  TYPE,
  TYPE_BITS,
} from './layout.ts'
import type { PackReader } from './pack-reader.ts'
import { TextNumbers } from './text-numbers.ts'

const FIRST_WORDS = 1024
/** More than any record takes: every field and every nested one with a double. */
const MOST_WORDS_A_RECORD = 512
const WORD_BYTES = 4
/** The bits of a tag that are not its value. */
const TAG_BITS = (1 << TAG.value) - 1

/** What whoever packs wants to know of a span without unpacking it. */
export interface PackLabel {
  /** Any number. */
  readonly note: number
  /** Any whole number of 32 bits. */
  readonly mark: number
}

/** Facts of spans as words, at most two million different texts of them. `PackReader` reads them back. */
export class FactsPack {
  #words = new Uint32Array(FIRST_WORDS)
  #at: number = HEAD.records
  readonly #texts = new TextNumbers()
  /** The pack that was copied from last, and by number of its texts: the number that each has here, plus 1. */
  #copiedFrom: PackReader | undefined
  #copied = new Uint32Array(0)
  readonly #double = new Float64Array(1)
  readonly #halves = new Uint32Array(this.#double.buffer)

  /** Where the next record will begin. */
  get end(): number {
    return this.#at
  }

  /** How many bytes the pack holds, about. */
  get size(): number {
    return this.#at * WORD_BYTES + this.#texts.byteLength
  }

  get isEmpty(): boolean {
    return this.#at === HEAD.records
  }

  /** Adds a span. Its ids are taken from `ids`, whose words are those of `ID`; those in the facts are not looked at. */
  add(facts: SpanFacts, ids: Uint32Array, { note, mark }: PackLabel): void {
    if (this.#at + MOST_WORDS_A_RECORD > this.#words.length) this.#grow()
    const start = this.#at
    const words = this.#words
    words[start + RECORD.mark] = mark
    for (let index = 0; index < ID.words; index++) words[start + RECORD.trace + index] = ids[index] ?? 0
    this.#setDouble(start + RECORD.note, note)
    this.#setDouble(start + RECORD.start, facts.startMs)
    this.#setDouble(start + RECORD.end, facts.endMs ?? Number.NaN)
    words[start + RECORD.traits] = traitsOf(facts)
    words[start + RECORD.service] = this.#texts.numberOf(facts.service)
    words[start + RECORD.name] = this.#texts.numberOf(facts.name)
    this.#at = start + RECORD.fields
    this.#addFields(facts)
    words[start + RECORD.length] = this.#at - start
  }

  /** Adds a span of another pack as it is. */
  addCopy(from: PackReader, span: number): void {
    if (this.#copiedFrom !== from) {
      this.#copiedFrom = from
      this.#copied = new Uint32Array(from.textCount)
    }
    const length = from.words[span + RECORD.length] ?? 0
    while (this.#at + length > this.#words.length) this.#grow()
    const start = this.#at
    const end = start + length
    const words = this.#words
    words.set(from.words.subarray(span, span + length), start)
    words[start + RECORD.service] = this.#copyOf(words[start + RECORD.service] ?? 0)
    words[start + RECORD.name] = this.#copyOf(words[start + RECORD.name] ?? 0)
    for (let at = start + RECORD.fields; at < end; at++) {
      const tag = words[at] ?? 0
      const type = (tag >>> TAG.type) & TYPE_BITS
      if (type === TYPE.double) at += 2
      else if (type === TYPE.text || type === TYPE.list)
        words[at] = (tag & TAG_BITS) | (this.#copyOf(tag >>> TAG.value) << TAG.value)
    }
    this.#at = end
  }

  /** The number that the text of the pack which is copied from has here. */
  #copyOf(number: number): number {
    const known = this.#copied[number] ?? 0
    if (known > 0) return known - 1
    const from = this.#copiedFrom
    if (from === undefined) return 0
    const start = from.textStart(number)
    const copy = this.#texts.numberOfBytes(
      from.utf8,
      start,
      from.textStart(number + 1),
      from.textLength(number),
    )
    this.#copied[number] = copy + 1
    return copy
  }

  /** Forgets the records from `end` on, which was the end when they were added. */
  forget(end: number): void {
    this.#at = end
  }

  /**
   * What was added; the pack starts over.
   * @param allocate gives so many bytes that begin at a multiple of four; default new ones
   */
  take(allocate: (length: number) => Uint8Array<ArrayBuffer> = newBytes): Uint8Array<ArrayBuffer> {
    const texts = this.#texts
    const wordCount = this.#at + texts.count
    const taken = allocate(wordCount * WORD_BYTES + texts.byteLength)
    const words = new Uint32Array(taken.buffer, taken.byteOffset, wordCount)
    words.set(this.#words.subarray(0, this.#at))
    words[HEAD.end] = this.#at
    words[HEAD.texts] = texts.count
    words.set(texts.lengths, this.#at)
    taken.set(texts.bytes, wordCount * WORD_BYTES)
    this.#at = HEAD.records
    this.#texts.clear()
    this.#copiedFrom = undefined
    return taken
  }

  // One line a field: a loop over their names would look each of them up.
  #addFields(facts: SpanFacts): void {
    this.#addValue(FIELD.runId, facts.runId)
    this.#addValue(FIELD.turnId, facts.turnId)
    this.#addValue(FIELD.tool, facts.tool)
    this.#addValue(FIELD.agent, facts.agent)
    this.#addValue(FIELD.model, facts.model)
    this.#addValue(FIELD.client, facts.client)
    this.#addValue(FIELD.callId, facts.callId)
    this.#addValue(FIELD.isOverHttp, facts.isOverHttp)
    this.#addValue(FIELD.requestKey, facts.requestKey)
    this.#addValue(FIELD.operationId, facts.operationId)
    this.#addValue(FIELD.fingerprint, facts.fingerprint)
    this.#addValue(FIELD.layer, facts.layer)
    this.#addValue(FIELD.attempt, facts.attempt)
    this.#addValue(FIELD.effect, facts.effect)
    this.#addValue(FIELD.errorType, facts.errorType)
    this.#addValue(FIELD.errorCategory, facts.errorCategory)
    this.#addValue(FIELD.retryable, facts.retryable)
    this.#addValue(FIELD.errorCode, facts.errorCode)
    this.#addValue(FIELD.errorDigest, facts.errorDigest)
    this.#addValue(FIELD.isCategoryInferred, facts.isCategoryInferred)
    this.#addValue(FIELD.errorFields, facts.errorFields)
    this.#addValue(FIELD.retryAfterMs, facts.retryAfterMs)
    this.#addValue(FIELD.idempotent, facts.idempotent)
    this.#addValue(FIELD.idempotencyKey, facts.idempotencyKey)
    this.#addValue(FIELD.toolsOffered, facts.toolsOffered)
    this.#addValue(FIELD.progressCount, facts.progressCount)
    this.#addValue(FIELD.tokens, facts.tokens)
    this.#addValue(FIELD.links, facts.links)
    this.#addValue(FIELD.isCompacted, facts.isCompacted)
    if (facts.budget !== undefined) this.#addNested(FIELD.budget, BUDGET, facts.budget)
    if (facts.result !== undefined) this.#addNested(FIELD.result, RESULT, facts.result)
    if (facts.timers !== undefined) this.#addNested(FIELD.timers, TIMERS, facts.timers)
    if (facts.http !== undefined) this.#addNested(FIELD.http, HTTP, facts.http)
  }

  #addNested(index: number, { fields }: NestedFacts, nested: object): void {
    const values = isRecord(nested) ? nested : {}
    const tagAt = this.#at
    this.#at++
    let count = 0
    for (let place = 0; place < fields.length; place++) {
      const held = values[fields[place] ?? '']
      if (held === undefined) continue
      this.#addValue(place, held)
      count++
    }
    const end = this.#at
    this.#at = tagAt
    this.#tag(index, TYPE.object, count)
    this.#at = end
  }

  #addValue(index: number, value: unknown): void {
    if (value === undefined) return
    if (typeof value === 'string') this.#tag(index, TYPE.text, this.#texts.numberOf(value))
    else if (typeof value === 'boolean') this.#tag(index, TYPE.flag, value ? 1 : 0)
    else if (typeof value === 'number') this.#addNumber(index, value)
    else if (typeof value === 'object')
      this.#tag(index, TYPE.list, this.#texts.numberOf(JSON.stringify(value)))
  }

  #addNumber(index: number, value: number): void {
    if (value >= 0 && value <= MAX_IN_TAG && Number.isInteger(value)) this.#tag(index, TYPE.small, value)
    else {
      this.#tag(index, TYPE.double, 0)
      this.#setDouble(this.#at, value)
      this.#at += 2
    }
  }

  #tag(field: number, type: number, value: number): void {
    this.#words[this.#at++] = (field << TAG.field) | (type << TAG.type) | (value << TAG.value)
  }

  #setDouble(at: number, value: number): void {
    this.#double[0] = value
    this.#words[at] = this.#halves[0] ?? 0
    this.#words[at + 1] = this.#halves[1] ?? 0
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#words.length)
    larger.set(this.#words)
    this.#words = larger
  }
}

function newBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function traitsOf(facts: SpanFacts): number {
  return (
    (KINDS.indexOf(facts.kind) << TRAIT.kind) |
    (ROLES.indexOf(facts.role) << TRAIT.role) |
    ((facts.failed ? 1 : 0) << TRAIT.failed) |
    ((facts.isMarkedFailed ? 1 : 0) << TRAIT.isMarkedFailed) |
    ((facts.parentSpanId === undefined ? 0 : 1) << TRAIT.hasParent) |
    ((facts.traceFlags & 0xff) << TRAIT.flags)
  )
}
