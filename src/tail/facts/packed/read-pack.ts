import type { SpanFacts } from '../span-facts.ts'
import { OF_IDS, PACKED_FIELDS, VALUE } from './layout.ts'

/** A packed span, as far as it can be told without taking it apart. */
export interface PackedSpan {
  readonly note: number
  readonly traceId: string
  /** The facts as they were; every field is there. */
  unpack(): SpanFacts
}

const LENGTH_BYTES = 4
const NOTE_BYTES = 8
const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8

/** The spans of a pack, in the order in which they were added. */
export function readPack(pack: Uint8Array): PackedSpan[] {
  const reader = new PackReader(pack)
  const spans: PackedSpan[] = []
  let at = LENGTH_BYTES
  while (at < reader.endOfRecords) {
    const start = at
    at += reader.uint32(start)
    const end = at
    spans.push({
      note: reader.float64(start + LENGTH_BYTES),
      traceId: reader.hex(start + LENGTH_BYTES + NOTE_BYTES, TRACE_ID_BYTES),
      unpack: () => reader.facts(start + LENGTH_BYTES + NOTE_BYTES, end),
    })
  }
  return spans
}

class PackReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly endOfRecords: number
  #texts: readonly string[] | undefined

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.endOfRecords = LENGTH_BYTES + this.uint32(0)
  }

  uint32(at: number): number {
    return this.#view.getUint32(at, true)
  }

  float64(at: number): number {
    return this.#view.getFloat64(at, true)
  }

  hex(at: number, count: number): string {
    let digits = ''
    for (let index = at; index < at + count; index++) digits += HEX[this.#bytes[index] ?? 0]
    return digits
  }

  facts(start: number, end: number): SpanFacts {
    const traceId = this.hex(start, TRACE_ID_BYTES)
    const spanId = this.hex(start + TRACE_ID_BYTES, SPAN_ID_BYTES)
    const facts: Record<string, unknown> = emptyFacts(traceId, spanId)
    let at = start + TRACE_ID_BYTES + SPAN_ID_BYTES
    while (at < end) {
      const field = this.#bytes[at++] ?? 0
      const key = PACKED_FIELDS[field] ?? ''
      if (OF_IDS.has(field)) {
        facts[key] = this.hex(at, SPAN_ID_BYTES)
        at += SPAN_ID_BYTES
        continue
      }
      const type = this.#bytes[at++]
      if (type === VALUE.number) {
        facts[key] = this.float64(at)
        at += 8
      } else if (type === VALUE.text) {
        facts[key] = this.#text(at)
        at += 4
      } else if (type === VALUE.structure) {
        facts[key] = JSON.parse(this.#text(at + 1))
        at += 5
      } else facts[key] = type === VALUE.true
    }
    return facts as unknown as SpanFacts
  }

  #text(at: number): string {
    this.#texts ??= JSON.parse(new TextDecoder().decode(this.#bytes.subarray(this.endOfRecords))) as string[]
    return this.#texts[this.uint32(at)] ?? ''
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** All fields from the start: facts of one shape are the cheapest to read. */
function emptyFacts(traceId: string, spanId: string): Record<string, unknown> {
  const facts: Record<string, unknown> = { traceId, spanId }
  for (const field of PACKED_FIELDS) facts[field] = undefined
  return facts
}
