import type { SpanFacts } from '../facts/span-facts.ts'

/** Finds spans by their ids. A `Map` of texts takes four times the memory, which is slow to reach in long runs. */
export interface IdIndex {
  /** Where the span stands; -1 where there is none. Of two spans with the same ids the later one counts. */
  find(traceId: string, spanId: string): number
}

/** Nobody outside can tell which ids would share a slot. */
const SEED = Math.floor(Math.random() * 2 ** 32)
const FREE = 0

export function createIdIndex(spans: readonly SpanFacts[]): IdIndex {
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * spans.length + 2)))
  const mask = slots.length - 1
  /** By place: the hash of the id, so that few spans have to be looked at. */
  const hashes = new Int32Array(spans.length)

  /** The slot that names the span, or the free one where it belongs. */
  function slotOf(hash: number, traceId: string, spanId: string): number {
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = slots[slot] ?? FREE
      if (held === FREE) return slot
      if (hashes[held - 1] !== hash) continue
      const span = spans[held - 1]
      if (span?.spanId === spanId && span.traceId === traceId) return slot
    }
  }

  for (let place = 0; place < spans.length; place++) {
    const span = spans[place]
    if (span === undefined) continue
    const hash = hashOf(span.spanId)
    hashes[place] = hash
    slots[slotOf(hash, span.traceId, span.spanId)] = place + 1
  }
  return {
    find: (traceId, spanId) => (slots[slotOf(hashOf(spanId), traceId, spanId)] ?? FREE) - 1,
  }
}

function hashOf(id: string): number {
  let hash = SEED
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x85ebca6b)
    hash ^= hash >>> 15
  }
  return hash
}
