import type { SpanFacts } from '../span-facts.ts'
import { ByteWriter } from './byte-writer.ts'
import { PACKED_FIELDS, VALUE } from './layout.ts'

/** Facts of spans as bytes. `PackReader` reads them back. */
export interface FactsPack {
  /** The facts have ids of 32 and 16 digits, and no numbers that JSON does not have. */
  add(facts: SpanFacts, label: PackLabel): void
  /** How many bytes the pack holds, about. */
  readonly size: number
  /** What was added; the pack starts over. */
  take(): Uint8Array<ArrayBuffer>
}

/** What whoever packs wants to know of a span without unpacking it. */
export interface PackLabel {
  /** Any number. */
  readonly note: number
  /** Any whole number of 32 bits. */
  readonly mark: number
  /** 32 bits over the trace id. */
  readonly traceHash: number
}

export function createFactsPack(): FactsPack {
  const records = new ByteWriter()
  const texts = new ByteWriter()
  /** In characters, as texts are cut when they are read. */
  let textLength = 0

  function start(): void {
    records.uint32(0)
    textLength = 0
  }

  function text(value: string): void {
    texts.text(value)
    textLength += value.length
  }

  function write(value: unknown): void {
    if (typeof value === 'number') {
      records.byte(VALUE.number)
      records.float64(value)
    } else if (typeof value === 'boolean') records.byte(value ? VALUE.true : VALUE.false)
    else {
      const held = typeof value === 'string' ? value : JSON.stringify(value)
      records.byte(typeof value === 'string' ? VALUE.text : VALUE.structure)
      records.uint32(held.length)
      text(held)
    }
  }

  start()
  return {
    add(facts, { note, mark, traceHash }) {
      const at = records.length
      records.uint32(0)
      records.uint32(mark)
      records.float64(note)
      records.uint32(traceHash)
      records.uint32(textLength)
      text(facts.traceId)
      text(facts.spanId)
      for (let index = 0; index < PACKED_FIELDS.length; index++) {
        const field = PACKED_FIELDS[index]
        const value = field === undefined ? undefined : facts[field]
        if (value === undefined) continue
        records.byte(index)
        write(value)
      }
      records.patchUint32(at, records.length - at)
    },
    get size() {
      return records.length + texts.length
    },
    take() {
      records.patchUint32(0, records.length)
      records.append(texts.take())
      const taken = records.take()
      start()
      return taken
    },
  }
}
