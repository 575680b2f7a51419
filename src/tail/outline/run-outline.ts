import {
  BUDGET,
  FIELD,
  HTTP,
  KINDS,
  RECORD,
  RESULT,
  ROLES,
  TAG,
  TRAIT,
  TYPE,
} from '../facts/packed/layout.ts'
import type { PackReader } from '../facts/packed/pack-reader.ts'
import { hashOfText } from '../facts/packed/text-hash.ts'
import { MAX_DEPTH } from '../model/tree.ts'
import { IdPlaces } from './id-places.ts'
import { SeenKeys } from './seen-keys.ts'

// By which two spans may be tries of one thing; it is mixed into the key.
const TIE = { operation: 1, budget: 2, owner: 3, call: 4, key: 5, invocation: 6, target: 7 } as const
const BUDGET_FIELD = {
  id: BUDGET.fields.indexOf('id'),
  owner: BUDGET.fields.indexOf('owner'),
  parentId: BUDGET.fields.indexOf('parentId'),
} as const
const HTTP_FIELD = {
  method: HTTP.fields.indexOf('method'),
  url: HTTP.fields.indexOf('url'),
  sequence: HTTP.fields.indexOf('sequence'),
  invocationId: HTTP.fields.indexOf('invocationId'),
} as const
const RESULT_STATUS = RESULT.fields.indexOf('status')
const ROLE = {
  other: ROLES.indexOf('other'),
  tool: ROLES.indexOf('tool'),
  model: ROLES.indexOf('model'),
  http: ROLES.indexOf('http'),
} as const
const FOUND = hashOfText('found')
const NO_PLACE = -1
const FIRST_SPANS = 64
/** What a span is, in bits. */
const IS = { try: 1, found: 2, parented: 4, discounted: 8, failed: 16, keyedServer: 32, answer: 64 } as const

/**
 * What a run consists of, told roughly and from packed words: enough to see that most runs with a cue can hold no finding
 * after all. Whatever it cannot tell it says is possible. One is filled for one run after the other.
 */
export class RunOutline {
  /** A span carries an operation id. */
  hasOperationIds = false
  readonly #ties = new SeenKeys()
  readonly #places = new IdPlaces()
  #count = 0
  #isSure = true
  #isLinked = false
  #mayRepeat: boolean | undefined
  #ids = new Uint32Array(2 * FIRST_SPANS)
  #parentIds = new Uint32Array(2 * FIRST_SPANS)
  #parents = new Int32Array(FIRST_SPANS)
  #traits = new Uint32Array(FIRST_SPANS)
  #marks = new Uint32Array(FIRST_SPANS)
  /** Of the tool; of tool and arguments; of tool and model; of method and address: 0 where there is none. */
  #tools = new Uint32Array(FIRST_SPANS)
  #calls = new Uint32Array(FIRST_SPANS)
  #names = new Uint32Array(FIRST_SPANS)
  #targets = new Uint32Array(FIRST_SPANS)

  begin(): void {
    this.#count = 0
    this.#isSure = true
    this.#isLinked = false
    this.#mayRepeat = undefined
    this.hasOperationIds = false
    this.#ties.clear()
  }

  add(reader: PackReader, span: number): void {
    const { words } = reader
    const at = this.#count++
    if (at === this.#parents.length) this.#grow()
    const traits = words[span + RECORD.traits] ?? 0
    const role = (traits >>> TRAIT.role) & 7
    const isParented = ((traits >>> TRAIT.hasParent) & 1) === 1
    this.#ids[2 * at] = words[span + RECORD.span] ?? 0
    this.#ids[2 * at + 1] = words[span + RECORD.span + 1] ?? 0
    this.#parentIds[2 * at] = words[span + RECORD.parent] ?? 0
    this.#parentIds[2 * at + 1] = words[span + RECORD.parent + 1] ?? 0
    this.#marks[at] = words[span + RECORD.mark] ?? 0
    const isServer = ((traits >>> TRAIT.kind) & 7) === SERVER
    const isCall = role === ROLE.tool || role === ROLE.model || role === ROLE.http
    let is = (isParented ? IS.parented : 0) | (isCall ? IS.try : 0)
    if (((traits >>> TRAIT.failed) & 1) === 1) is |= IS.failed
    let tool = 0
    let model = 0
    let fingerprint = 0
    let target = 0
    const end = span + (words[span + RECORD.length] ?? 0)
    for (let word = span + RECORD.fields; word < end; ) {
      const tag = words[word++] ?? 0
      const field = (tag >>> TAG.field) & 0xff
      const type = (tag >>> TAG.type) & 7
      const value = tag >>> TAG.value
      if (type === TYPE.double) {
        word += 2
        // A number of a try that is too large for a tag is that of one that comes again.
        if (field === FIELD.attempt) this.#again()
        continue
      }
      if (type === TYPE.object) {
        if (field === FIELD.result) is |= IS.answer
        for (let left = value; left > 0; left--) {
          const inner = words[word++] ?? 0
          const innerType = (inner >>> TAG.type) & 7
          if (innerType === TYPE.double) word += 2
          const innerField = inner & 0xff
          const innerValue = inner >>> TAG.value
          if (field === FIELD.http) {
            if (innerField === HTTP_FIELD.method) target = mix(target, reader.textHash(innerValue))
            else if (innerField === HTTP_FIELD.url) target = mix(target, reader.textHash(innerValue))
            else if (innerField === HTTP_FIELD.invocationId)
              this.#ties.add(mix(TIE.invocation, reader.textHash(innerValue)))
            else if (innerField === HTTP_FIELD.sequence && (innerType === TYPE.double || innerValue > 0))
              this.#again()
          } else if (field === FIELD.budget) {
            if (innerField === BUDGET_FIELD.id || innerField === BUDGET_FIELD.parentId)
              this.#ties.add(mix(TIE.budget, reader.textHash(innerValue)))
            else if (innerField === BUDGET_FIELD.owner)
              this.#ties.add(mix(TIE.owner, reader.textHash(innerValue)))
          } else if (field === FIELD.result && innerField === RESULT_STATUS) {
            if (reader.textHash(innerValue) === FOUND) is |= IS.found
          }
        }
        continue
      }
      switch (field) {
        case FIELD.tool:
          tool = reader.textHash(value)
          break
        case FIELD.model:
          model = reader.textHash(value)
          break
        case FIELD.fingerprint:
          fingerprint = reader.textHash(value)
          break
        case FIELD.operationId:
          this.hasOperationIds = true
          this.#ties.add(mix(TIE.operation, reader.textHash(value)))
          // What encloses tries without being one ties all that lie below it.
          if (!isCall) this.#again()
          break
        case FIELD.requestKey:
          if (isServer) is |= IS.keyedServer
          break
        case FIELD.idempotencyKey:
          this.#ties.add(mix(TIE.key, reader.textHash(value)))
          break
        case FIELD.attempt:
          is |= IS.try
          if (value > 1) this.#again()
          break
      }
    }
    this.#traits[at] = is
    this.#tools[at] = tool
    this.#calls[at] = tool !== 0 && fingerprint !== 0 ? mix(mix(TIE.call, tool), fingerprint) : 0
    this.#names[at] = mix(tool, model)
    this.#targets[at] = target
  }

  /** Two spans may be tries of one thing, on whatever level. */
  get mayRepeat(): boolean {
    if (this.#ties.hasTwice) return true
    this.#mayRepeat ??= this.#findRepeat()
    return this.#mayRepeat
  }

  /** Two spans are calls of one tool with equal arguments, or two views of one such call. */
  get hasEqualCalls(): boolean {
    for (let at = 1; at < this.#count; at++) {
      const call = this.#calls[at] ?? 0
      if (call !== 0 && this.#calls.indexOf(call) < at) return true
    }
    return false
  }

  /** The most spans with a mark of `bits` that are calls of one tool or model. */
  mostOfOneCall(bits: number): number {
    const counts = new Map<number, number>()
    let most = 0
    for (let at = 0; at < this.#count; at++) {
      if (((this.#marks[at] ?? 0) & bits) === 0) continue
      const name = this.#names[at] ?? 0
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      most = Math.max(most, count)
    }
    return most
  }

  /** A span with a mark of `bits` did not fail. */
  hasUnfailed(bits: number): boolean {
    for (let at = 0; at < this.#count; at++)
      if (((this.#marks[at] ?? 0) & bits) !== 0 && ((this.#traits[at] ?? 0) & IS.failed) === 0) return true
    return false
  }

  /** A span that failed lies below one that has a result and did not. */
  get hasFailureBelowAnswer(): boolean {
    if (!this.#link()) return true
    for (let at = 0; at < this.#count; at++) {
      if (((this.#traits[at] ?? 0) & IS.failed) === 0) continue
      let above = this.#parents[at] ?? NO_PLACE
      for (let steps = 0; above !== NO_PLACE; above = this.#parents[above] ?? NO_PLACE) {
        if (((this.#traits[above] ?? 0) & (IS.answer | IS.failed)) === IS.answer) return true
        if (++steps > MAX_DEPTH) return true
      }
    }
    return false
  }

  /** Something that was found lies below a span with a mark of `bits`, which is about another tool. */
  hasFoundBelow(bits: number): boolean {
    if (!this.#link()) return true
    for (let at = 0; at < this.#count; at++) {
      if (((this.#traits[at] ?? 0) & (IS.found | IS.failed)) !== IS.found) continue
      let above = this.#parents[at] ?? NO_PLACE
      for (let steps = 0; above !== NO_PLACE; above = this.#parents[above] ?? NO_PLACE) {
        if (((this.#marks[above] ?? 0) & bits) !== 0 && this.#tools[above] !== this.#tools[at]) return true
        if (++steps > MAX_DEPTH) return true
      }
    }
    return false
  }

  /** Notes that something may come again, whatever else there is. */
  #again(): void {
    this.#ties.hasTwice = true
  }

  #findRepeat(): boolean {
    if (!this.#link()) return true
    for (let at = 0; at < this.#count; at++) {
      const call = this.#calls[at] ?? 0
      if (call !== 0 && !this.#isViewOfParent(at, call)) this.#ties.add(call)
      const target = this.#targets[at] ?? 0
      if (target !== 0) this.#ties.add(mix(target, this.#holderOf(at)))
      if (this.#ties.hasTwice) return true
    }
    return false
  }

  /** The first span with the same call below one of the same call is its other side; requests may lie between. */
  #isViewOfParent(at: number, call: number): boolean {
    let above = this.#parents[at] ?? NO_PLACE
    for (let steps = 0; steps < MOST_BETWEEN && above !== NO_PLACE && this.#calls[above] === 0; steps++)
      above = this.#parents[above] ?? NO_PLACE
    if (above === NO_PLACE || this.#calls[above] !== call) return false
    const is = this.#traits[above] ?? 0
    if ((is & IS.discounted) !== 0) return false
    this.#traits[above] = is | IS.discounted
    return true
  }

  /** What a request was made for: the outermost try around it, else its parent, be it there or not. */
  #holderOf(at: number): number {
    let outermost = NO_PLACE
    let above = this.#parents[at] ?? NO_PLACE
    for (let steps = 0; above !== NO_PLACE && steps < MAX_DEPTH; steps++) {
      if (((this.#traits[above] ?? 0) & IS.try) !== 0) outermost = above
      above = this.#parents[above] ?? NO_PLACE
    }
    if (outermost !== NO_PLACE) return mix(TIE.target, outermost)
    return mix(this.#parentIds[2 * at] ?? 0, this.#parentIds[2 * at + 1] ?? 0)
  }

  /** False where ids do not say who is whose parent. */
  #link(): boolean {
    if (this.#isLinked) return this.#isSure
    this.#isLinked = true
    this.#isSure = this.#places.fill(this.#ids, this.#count)
    if (!this.#isSure) return false
    for (let at = 0; at < this.#count; at++) {
      const is = this.#traits[at] ?? 0
      const isParented = (is & IS.parented) !== 0
      const parent = isParented
        ? this.#places.find(this.#parentIds[2 * at] ?? 0, this.#parentIds[2 * at + 1] ?? 0)
        : NO_PLACE
      this.#parents[at] = parent
      // Session and request say whose answer a server's span is that has lost its context.
      if (parent === NO_PLACE && (is & IS.keyedServer) !== 0) this.#isSure = false
    }
    return this.#isSure
  }

  #grow(): void {
    const size = 2 * this.#parents.length
    const grown = (held: Uint32Array, length: number): Uint32Array<ArrayBuffer> => {
      const larger = new Uint32Array(length)
      larger.set(held)
      return larger
    }
    this.#ids = grown(this.#ids, 2 * size)
    this.#parentIds = grown(this.#parentIds, 2 * size)
    this.#parents = new Int32Array(size)
    this.#traits = grown(this.#traits, size)
    this.#marks = grown(this.#marks, size)
    this.#tools = grown(this.#tools, size)
    this.#calls = grown(this.#calls, size)
    this.#names = grown(this.#names, size)
    this.#targets = grown(this.#targets, size)
  }
}

/** So many spans may lie between the two sides of one call. */
const MOST_BETWEEN = 4
const SERVER = KINDS.indexOf('server')

function mix(a: number, b: number): number {
  const product = Math.imul(a ^ Math.imul(b, 0x85ebca6b), 0xc2b2ae35)
  return (product ^ (product >>> 15)) >>> 0 || 1
}
