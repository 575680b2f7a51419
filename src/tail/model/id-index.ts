import type { SpanFacts } from '../facts/span-facts.ts'

/** Nobody outside can tell which ids would share a slot. */
const SEED = Math.floor(Math.random() * 2 ** 32)
const FREE = 0
/** So few spans are looked through faster than a table is made. */
const FEW = 16

/**
 * Finds spans by their ids. A `Map` of texts takes four times the memory, which is slow to reach in long runs. Spans may
 * be added to the list; whoever takes some out makes a new index.
 */
export class IdIndex {
  readonly #spans: readonly SpanFacts[]
  #slots = NONE_YET
  /** By place: the hash of the id, so that few spans have to be looked at. */
  #hashes = NO_HASHES
  /** How many spans have a slot. */
  #count = 0
  /** What was looked for last: it mostly comes next. */
  #lastId = ''
  #lastHash = 0

  constructor(spans: readonly SpanFacts[]) {
    this.#spans = spans
  }

  /** Where the span stands; -1 where there is none. Of two spans with the same ids the later one counts. */
  find(traceId: string, spanId: string): number {
    if (this.#spans.length <= FEW) return lastOf(this.#spans, traceId, spanId)
    if (this.#count < this.#spans.length) this.#catchUp()
    const hash = hashOf(spanId)
    this.#lastId = spanId
    this.#lastHash = hash
    return (this.#slots[this.#slotOf(hash, traceId, spanId)] ?? FREE) - 1
  }

  /** The slot that names the span, or the free one where it belongs. */
  #slotOf(hash: number, traceId: string, spanId: string): number {
    const slots = this.#slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot] ?? FREE
      if (held === FREE) return slot
      if (this.#hashes[held - 1] !== hash) continue
      const span = this.#spans[held - 1]
      if (span?.spanId === spanId && span.traceId === traceId) return slot
    }
  }

  #catchUp(): void {
    const spans = this.#spans
    if (2 * spans.length > this.#slots.length) this.#makeRoom()
    for (; this.#count < spans.length; this.#count++) {
      const span = spans[this.#count]
      if (span === undefined) continue
      const hash = span.spanId === this.#lastId ? this.#lastHash : hashOf(span.spanId)
      this.#hashes[this.#count] = hash
      this.#slots[this.#slotOf(hash, span.traceId, span.spanId)] = this.#count + 1
    }
  }

  #makeRoom(): void {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * this.#spans.length + 2)))
    const hashes = new Int32Array(this.#slots.length / 2)
    hashes.set(this.#hashes)
    this.#hashes = hashes
    for (let place = 0; place < this.#count; place++) {
      const span = this.#spans[place]
      if (span !== undefined)
        this.#slots[this.#slotOf(hashes[place] ?? 0, span.traceId, span.spanId)] = place + 1
    }
  }
}

const NONE_YET = new Uint32Array(1)
const NO_HASHES = new Int32Array(0)

function lastOf(spans: readonly SpanFacts[], traceId: string, spanId: string): number {
  for (let place = spans.length - 1; place >= 0; place--) {
    const span = spans[place]
    if (span?.spanId === spanId && span.traceId === traceId) return place
  }
  return -1
}

function hashOf(id: string): number {
  let hash = SEED
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return hash
}
