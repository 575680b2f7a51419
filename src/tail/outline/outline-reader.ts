import {
  FIELD,
  FIELD_BITS,
  KINDS,
  RECORD,
  ROLES,
  TAG,
  TRAIT,
  TYPE,
  TYPE_BITS,
} from '../facts/packed/layout.ts'
import { BUDGET_FIELD, HTTP_FIELD, RESULT_FIELD, TIMER_FIELD } from '../facts/packed/nested-layout.ts'
import type { PackReader } from '../facts/packed/pack-reader.ts'
import { hashOfText } from '../facts/packed/text-hash.ts'
import { mix } from './mix.ts'
import { IS, type OutlineColumns } from './outline-columns.ts'
import { SeenKeys } from './seen-keys.ts'

/** By which two spans may be tries of one thing; it is mixed into the key. */
export const TIE = { operation: 1, budget: 2, owner: 3, call: 4, key: 5, invocation: 6, target: 7 } as const

const SERVER = KINDS.indexOf('server')
const CALLS: ReadonlySet<number> = new Set(
  (['tool', 'model', 'http'] as const).map((role) => ROLES.indexOf(role)),
)
const FOUND = hashOfText('found')
/** A call that failed after less than this part of the time that it waits has not run out of it. */
const GOOD_PART = 0.5

/** Reads spans from packed words into columns, and notes what they state. */
export class OutlineReader {
  /** A span carries an operation id. */
  hasOperationIds = false
  /** A span states a deadline of its budget. */
  hasDeadlines = false
  /** A call failed after a good part of the time that it waits. */
  hasWaitedLong = false
  /** What ties spans to one another by a name that they carry. */
  readonly ties = new SeenKeys()
  readonly #columns: OutlineColumns
  #is = 0
  #target = 0

  constructor(columns: OutlineColumns) {
    this.#columns = columns
  }

  begin(): void {
    this.hasOperationIds = false
    this.hasDeadlines = false
    this.hasWaitedLong = false
    this.ties.clear()
  }

  read(reader: PackReader, span: number): void {
    const { words } = reader
    const columns = this.#columns
    const at = columns.next()
    const traits = words[span + RECORD.traits] ?? 0
    const isCall = CALLS.has((traits >>> TRAIT.role) & 7)
    columns.ids[2 * at] = words[span + RECORD.span] ?? 0
    columns.ids[2 * at + 1] = words[span + RECORD.span + 1] ?? 0
    columns.parentIds[2 * at] = words[span + RECORD.parent] ?? 0
    columns.parentIds[2 * at + 1] = words[span + RECORD.parent + 1] ?? 0
    columns.marks[at] = words[span + RECORD.mark] ?? 0
    this.#is = isCall ? IS.try : 0
    if (((traits >>> TRAIT.hasParent) & 1) === 1) this.#is |= IS.parented
    if (((traits >>> TRAIT.failed) & 1) === 1) this.#is |= IS.failed
    this.#target = 0
    let tool = 0
    let model = 0
    let fingerprint = 0
    const end = span + (words[span + RECORD.length] ?? 0)
    for (let word = span + RECORD.fields; word < end; ) {
      const tag = words[word++] ?? 0
      const field = (tag >>> TAG.field) & FIELD_BITS
      const type = (tag >>> TAG.type) & TYPE_BITS
      const value = tag >>> TAG.value
      if (type === TYPE.object) word = this.#readNested(reader, span, field, word, value)
      else if (type === TYPE.double) word += 2
      if (field === FIELD.tool) tool = reader.textHash(value)
      else if (field === FIELD.model) model = reader.textHash(value)
      else if (field === FIELD.fingerprint) fingerprint = reader.textHash(value)
      else if (field === FIELD.idempotencyKey) this.ties.add(mix(TIE.key, reader.textHash(value)))
      else if (field === FIELD.operationId) this.#noteOperation(reader.textHash(value), isCall)
      else if (field === FIELD.attempt) {
        this.#is |= IS.try
        if (type !== TYPE.small || value > 1) this.ties.hasTwice = true
      } else if (field === FIELD.requestKey && ((traits >>> TRAIT.kind) & 7) === SERVER)
        this.#is |= IS.keyedServer
    }
    columns.traits[at] = this.#is
    columns.tools[at] = tool
    columns.calls[at] = tool !== 0 && fingerprint !== 0 ? mix(mix(TIE.call, tool), fingerprint) : 0
    columns.names[at] = mix(tool, model)
    columns.targets[at] = this.#target
  }

  #noteOperation(id: number, isCall: boolean): void {
    this.hasOperationIds = true
    this.ties.add(mix(TIE.operation, id))
    // What encloses tries without being one ties all that lie below it.
    if (!isCall) this.ties.hasTwice = true
  }

  /** Reads `count` fields within a field; returns where the next field begins. */
  #readNested(reader: PackReader, span: number, field: number, from: number, count: number): number {
    const { words } = reader
    if (field === FIELD.result) this.#is |= IS.answer
    let word = from
    for (let left = count; left > 0; left--) {
      const tag = words[word++] ?? 0
      const isDouble = ((tag >>> TAG.type) & TYPE_BITS) === TYPE.double
      if (isDouble) word += 2
      const inner = (tag >>> TAG.field) & FIELD_BITS
      const value = tag >>> TAG.value
      if (field === FIELD.http) this.#noteRequest(reader, inner, isDouble ? 1 : value)
      else if (field === FIELD.budget) this.#noteBudget(reader, inner, value)
      else if (field === FIELD.timers) {
        if (inner !== TIMER_FIELD.idleMs)
          this.#noteTimer(reader, span, isDouble ? reader.doubleAt(word - 2) : value)
      } else if (field === FIELD.result && inner === RESULT_FIELD.status && reader.textHash(value) === FOUND)
        this.#is |= IS.found
    }
    return word
  }

  #noteRequest(reader: PackReader, field: number, value: number): void {
    if (field === HTTP_FIELD.method || field === HTTP_FIELD.url)
      this.#target = mix(this.#target, reader.textHash(value))
    else if (field === HTTP_FIELD.invocationId) this.ties.add(mix(TIE.invocation, reader.textHash(value)))
    else if (field === HTTP_FIELD.sequence && value > 0) this.ties.hasTwice = true
  }

  #noteBudget(reader: PackReader, field: number, value: number): void {
    if (field === BUDGET_FIELD.id || field === BUDGET_FIELD.parentId)
      this.ties.add(mix(TIE.budget, reader.textHash(value)))
    else if (field === BUDGET_FIELD.owner) this.ties.add(mix(TIE.owner, reader.textHash(value)))
    else if (field === BUDGET_FIELD.deadlineMs) this.hasDeadlines = true
  }

  #noteTimer(reader: PackReader, span: number, waitsMs: number): void {
    if ((this.#is & IS.failed) !== 0 && reader.lengthMsOf(span) >= GOOD_PART * waitsMs)
      this.hasWaitedLong = true
  }
}
