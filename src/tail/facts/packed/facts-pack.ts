import { ownValueOf } from '../own-value.ts'
import type { SpanFacts } from '../span-facts.ts'
import { FieldWords } from './field-words.ts'
import { ID } from './id-words.ts'
import {
  FIELD,
  FIELD_BITS,
  HEAD,
  KINDS,
  MAX_IN_TAG,
  placeOf,
  RECORD,
  ROLES,
  TAG,
  TRAIT,
  TYPE,
  TYPE_BITS,
} from './layout.ts'
import { addBudget, addHttp, addResult, addTimers } from './nested-words.ts'
import type { PackReader } from './pack-reader.ts'
import type { RepeatedFacts } from './repeated-facts.ts'

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
  readonly #out = new FieldWords(HEAD.records)
  /** The pack that was copied from last, and by number of its texts: the number that each has here, plus 1. */
  #copiedFrom: PackReader | undefined
  #copied = new Uint32Array(0)
  /** Another one when records were forgotten: facts that come again are copied from a record that is there. */
  #life = {}

  /** Where the next record will begin. */
  get end(): number {
    return this.#out.at
  }

  /** How many bytes the pack holds, about. */
  get size(): number {
    return this.#out.at * WORD_BYTES + this.#out.texts.byteLength
  }

  get isEmpty(): boolean {
    return this.#out.at === HEAD.records
  }

  /** Adds a span. Its ids are taken from `ids`, whose words are those of `ID`; those in the facts are not looked at. */
  add(facts: SpanFacts, ids: Uint32Array, label: PackLabel, repeated?: RepeatedFacts): void {
    const out = this.#out
    out.reserve(MOST_WORDS_A_RECORD)
    const start = out.at
    this.#addHead(facts, ids, label)
    if (repeated === undefined || repeated.pack !== this.#life || !this.#addFieldsAgain(repeated)) {
      out.words[start + RECORD.name] = out.texts.numberOf(facts.name)
      out.at = start + RECORD.fields
      this.#addFields(facts)
      if (repeated !== undefined) this.#noteRecord(repeated, start)
    }
    out.words[start + RECORD.length] = out.at - start
  }

  #addHead(facts: SpanFacts, ids: Uint32Array, { note, mark }: PackLabel): void {
    const out = this.#out
    const start = out.at
    const { words, texts } = out
    words[start + RECORD.mark] = mark
    for (let index = 0; index < ID.words; index++) words[start + RECORD.trace + index] = ids[index] ?? 0
    out.setDouble(start + RECORD.note, note)
    out.setDouble(start + RECORD.start, facts.startMs)
    out.setDouble(start + RECORD.end, facts.endMs ?? Number.NaN)
    words[start + RECORD.traits] = traitsOf(facts)
    words[start + RECORD.service] = texts.numberOf(facts.service)
  }

  /** Copies name and fields from the record with the same facts, but for what is the span's own. */
  #addFieldsAgain({ at: from, facts, own, tags }: RepeatedFacts): boolean {
    const out = this.#out
    const start = out.at
    const { words } = out
    const length = words[from + RECORD.length] ?? 0
    for (let word = RECORD.name; word < length; word++) words[start + word] = words[from + word] ?? 0
    for (let index = 0; index < own.length; index++) {
      const value = ownValueOf(facts, own[index])
      const number = typeof value === 'string' ? out.texts.numberOf(value) : value
      if (number === undefined || number > MAX_IN_TAG) return false
      const tagAt = start + (tags[index] ?? 0)
      words[tagAt] = ((words[tagAt] ?? 0) & TAG_BITS) | (number << TAG.value)
    }
    out.at = start + length
    return true
  }

  /** Notes where the record of facts that come again is, with the tags of what differs from one to the next. */
  #noteRecord(repeated: RepeatedFacts, start: number): void {
    const { words, at: end } = this.#out
    const { own, tags } = repeated
    repeated.pack = this.#life
    repeated.at = start
    for (let index = 0; index < own.length; index++) {
      const field = FIELD[own[index] ?? 'callId']
      let at = start + RECORD.fields
      for (; at < end; at++) {
        const tag = words[at] ?? 0
        const type = (tag >>> TAG.type) & TYPE_BITS
        if (((tag >>> TAG.field) & FIELD_BITS) === field && type !== TYPE.double) break
        // Fields within fields come last.
        if (type === TYPE.object) at = end
        else if (type === TYPE.double) at += 2
      }
      if (at >= end) repeated.pack = undefined
      tags[index] = at - start
    }
  }

  /** Adds a span of another pack as it is. */
  addCopy(from: PackReader, span: number): void {
    if (this.#copiedFrom !== from) {
      this.#copiedFrom = from
      this.#copied = new Uint32Array(from.textCount)
    }
    const length = from.words[span + RECORD.length] ?? 0
    this.#out.reserve(length)
    const start = this.#out.at
    const end = start + length
    const { words } = this.#out
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
    this.#out.at = end
  }

  /** The number that the text of the pack which is copied from has here. */
  #copyOf(number: number): number {
    const known = this.#copied[number] ?? 0
    if (known > 0) return known - 1
    const from = this.#copiedFrom
    if (from === undefined) return 0
    const start = from.textStart(number)
    const copy = this.#out.texts.numberOfBytes(
      from.utf8,
      start,
      from.textStart(number + 1),
      from.textLength(number),
    )
    this.#copied[number] = copy + 1
    return copy
  }

  /** Forgets the records from `end` on, which was the end when they were added, and with the last one all texts. */
  forget(end: number): void {
    this.#out.at = end
    this.#life = {}
    if (end > HEAD.records) return
    this.#out.texts.clear()
    this.#copiedFrom = undefined
  }

  /**
   * What was added; the pack starts over.
   * @param allocate gives so many bytes that begin at a multiple of four; default new ones
   */
  take(allocate: (length: number) => Uint8Array<ArrayBuffer> = newBytes): Uint8Array<ArrayBuffer> {
    const texts = this.#out.texts
    const wordCount = this.#out.at + texts.count
    const taken = allocate(wordCount * WORD_BYTES + texts.byteLength)
    const words = new Uint32Array(taken.buffer, taken.byteOffset, wordCount)
    words.set(this.#out.words.subarray(0, this.#out.at))
    words[HEAD.end] = this.#out.at
    words[HEAD.texts] = texts.count
    words.set(texts.lengths, this.#out.at)
    taken.set(texts.bytes, wordCount * WORD_BYTES)
    this.forget(HEAD.records)
    return taken
  }

  // One line a field: a loop over their names would look each of them up.
  #addFields(facts: SpanFacts): void {
    const out = this.#out
    out.text(FIELD.runId, facts.runId)
    out.text(FIELD.turnId, facts.turnId)
    out.text(FIELD.tool, facts.tool)
    out.text(FIELD.agent, facts.agent)
    out.text(FIELD.model, facts.model)
    out.text(FIELD.client, facts.client)
    out.text(FIELD.callId, facts.callId)
    out.flag(FIELD.isOverHttp, facts.isOverHttp)
    out.text(FIELD.requestKey, facts.requestKey)
    out.text(FIELD.operationId, facts.operationId)
    out.text(FIELD.fingerprint, facts.fingerprint)
    out.text(FIELD.layer, facts.layer)
    out.number(FIELD.attempt, facts.attempt)
    out.text(FIELD.effect, facts.effect)
    out.text(FIELD.errorType, facts.errorType)
    out.text(FIELD.errorCategory, facts.errorCategory)
    out.flag(FIELD.retryable, facts.retryable)
    out.text(FIELD.errorCode, facts.errorCode)
    out.text(FIELD.errorDigest, facts.errorDigest)
    out.flag(FIELD.isCategoryInferred, facts.isCategoryInferred)
    out.list(FIELD.errorFields, facts.errorFields)
    out.number(FIELD.retryAfterMs, facts.retryAfterMs)
    out.flag(FIELD.idempotent, facts.idempotent)
    out.text(FIELD.idempotencyKey, facts.idempotencyKey)
    out.number(FIELD.toolsOffered, facts.toolsOffered)
    out.number(FIELD.progressCount, facts.progressCount)
    out.number(FIELD.tokens, facts.tokens)
    out.list(FIELD.links, facts.links)
    out.flag(FIELD.isCompacted, facts.isCompacted)
    const { budget, result, timers, http } = facts
    if (budget !== undefined) {
      const at = out.beginNested()
      addBudget(out, budget)
      out.endNested(FIELD.budget, at)
    }
    if (result !== undefined) {
      const at = out.beginNested()
      addResult(out, result)
      out.endNested(FIELD.result, at)
    }
    if (timers !== undefined) {
      const at = out.beginNested()
      addTimers(out, timers)
      out.endNested(FIELD.timers, at)
    }
    if (http !== undefined) {
      const at = out.beginNested()
      addHttp(out, http)
      out.endNested(FIELD.http, at)
    }
  }
}

function newBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length)
}

function traitsOf(facts: SpanFacts): number {
  return (
    (placeOf(KINDS, facts.kind) << TRAIT.kind) |
    (placeOf(ROLES, facts.role) << TRAIT.role) |
    ((facts.failed ? 1 : 0) << TRAIT.failed) |
    ((facts.isMarkedFailed ? 1 : 0) << TRAIT.isMarkedFailed) |
    ((facts.parentSpanId === undefined ? 0 : 1) << TRAIT.hasParent) |
    ((facts.traceFlags & 0xff) << TRAIT.flags)
  )
}
