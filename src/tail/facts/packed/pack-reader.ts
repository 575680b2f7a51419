import type { SpanFacts } from '../span-facts.ts'
import { emptyFacts, HEAD, PACKED_FIELDS, RECORD, SPAN_ID_LENGTH, TRACE_ID_LENGTH, VALUE } from './layout.ts'

/** The spans of a pack. A span is named by where its record begins; nothing is read of it before it is asked for. */
export class PackReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #end: number
  /** The texts of all records; views of it are cheap. */
  readonly #texts: string

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#end = this.#view.getUint32(0, true)
    this.#texts = new TextDecoder().decode(bytes.subarray(this.#end))
  }

  /** Where the records begin, in the order in which they were added. */
  *spans(): Generator<number, void, undefined> {
    for (let at = HEAD.bytes; at < this.#end; at += this.#view.getUint32(at + RECORD.length, true)) yield at
  }

  markOf(span: number): number {
    return this.#view.getUint32(span + RECORD.mark, true)
  }

  noteOf(span: number): number {
    return this.#view.getFloat64(span + RECORD.note, true)
  }

  traceHashOf(span: number): number {
    return this.#view.getUint32(span + RECORD.traceHash, true)
  }

  traceIdOf(span: number): string {
    const start = this.#view.getUint32(span + RECORD.texts, true)
    return this.#texts.slice(start, start + TRACE_ID_LENGTH)
  }

  spanIdOf(span: number): string {
    const start = this.#view.getUint32(span + RECORD.texts, true) + TRACE_ID_LENGTH
    return this.#texts.slice(start, start + SPAN_ID_LENGTH)
  }

  /** The facts as they were. Their texts keep all texts of the pack in memory. */
  unpack(span: number): SpanFacts {
    const facts = emptyFacts()
    facts.traceId = this.traceIdOf(span)
    facts.spanId = this.spanIdOf(span)
    const values: Record<string, unknown> = facts
    const end = span + this.#view.getUint32(span + RECORD.length, true)
    let text = this.#view.getUint32(span + RECORD.texts, true) + TRACE_ID_LENGTH + SPAN_ID_LENGTH
    let at = span + RECORD.fields
    while (at < end) {
      const field = PACKED_FIELDS[this.#bytes[at] ?? 0] ?? ''
      const type = this.#bytes[at + 1]
      at += 2
      if (type === VALUE.number) {
        values[field] = this.#view.getFloat64(at, true)
        at += 8
      } else if (type === VALUE.text || type === VALUE.structure) {
        const length = this.#view.getUint32(at, true)
        const held = this.#texts.slice(text, text + length)
        values[field] = type === VALUE.text ? held : JSON.parse(held)
        text += length
        at += 4
      } else values[field] = type === VALUE.true
    }
    return facts
  }
}
