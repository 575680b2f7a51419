import type { SpanFacts } from '../span-facts.ts'
import { FieldWords } from './field-words.ts'
import { ID } from './id-words.ts'
import { FIELD, HEAD, KINDS, RECORD, ROLES, TAG, TRAIT, TYPE, TYPE_BITS } from './layout.ts'
import { addBudget, addHttp, addResult, addTimers } from './nested-words.ts'
import type { PackReader } from './pack-reader.ts'

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
  add(facts: SpanFacts, ids: Uint32Array, { note, mark }: PackLabel): void {
    const out = this.#out
    out.reserve(MOST_WORDS_A_RECORD)
    const start = out.at
    const { words, texts } = out
    words[start + RECORD.mark] = mark
    for (let index = 0; index < ID.words; index++) words[start + RECORD.trace + index] = ids[index] ?? 0
    out.setDouble(start + RECORD.note, note)
    out.setDouble(start + RECORD.start, facts.startMs)
    out.setDouble(start + RECORD.end, facts.endMs ?? Number.NaN)
    words[start + RECORD.traits] = traitsOf(facts)
    words[start + RECORD.service] = texts.numberOf(facts.service)
    words[start + RECORD.name] = texts.numberOf(facts.name)
    out.at = start + RECORD.fields
    this.#addFields(facts)
    words[start + RECORD.length] = out.at - start
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

/** `indexOf` is a call to the engine, which takes longer than to compare five words. */
function placeOf<T>(list: readonly T[], value: T): number {
  for (let place = 0; place < list.length; place++) if (list[place] === value) return place
  return 0
}
