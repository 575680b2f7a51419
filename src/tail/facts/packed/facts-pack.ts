import type { SpanFacts } from '../span-facts.ts'
import { ByteWriter } from './byte-writer.ts'
import { OF_IDS, PACKED_FIELDS, VALUE } from './layout.ts'

/** Facts of spans in few bytes. `readPack` reads them back. */
export interface FactsPack {
  /** `note` is any number that whoever packs wants back. `facts` has ids of 32 and 16 lower-case hex digits. */
  add(facts: SpanFacts, note: number): void
  /** About how many bytes the pack holds. */
  readonly size: number
  /** What was added; the pack starts over. */
  take(): Uint8Array<ArrayBuffer>
}

/**
 * A pack: the length of the records, the records, then every text once. A record starts with its length, note and
 * ids, so that spans can be sorted without taking them apart; then come the fields that are there.
 */
export function createFactsPack(): FactsPack {
  const records = new ByteWriter()
  let texts: string[] = []
  let textSize = 0
  const indexOfText = new Map<string, number>()

  function text(value: string): void {
    let index = indexOfText.get(value)
    if (index === undefined) {
      index = texts.length
      indexOfText.set(value, index)
      texts.push(value)
      textSize += value.length
    }
    records.byte(VALUE.text)
    records.uint32(index)
  }

  function value(of: unknown): void {
    if (typeof of === 'string') text(of)
    else if (typeof of === 'number') {
      records.byte(VALUE.number)
      records.float64(of)
    } else if (typeof of === 'boolean') records.byte(of ? VALUE.true : VALUE.false)
    else {
      records.byte(VALUE.structure)
      text(JSON.stringify(of))
    }
  }

  return {
    add(facts, note) {
      const start = records.length
      records.uint32(0)
      records.float64(note)
      records.hex(facts.traceId)
      records.hex(facts.spanId)
      for (let index = 0; index < PACKED_FIELDS.length; index++) {
        const field = PACKED_FIELDS[index]
        const held = field === undefined ? undefined : facts[field]
        if (held === undefined) continue
        records.byte(index)
        if (OF_IDS.has(index)) records.hex(String(held))
        else value(held)
      }
      records.patchUint32(start, records.length - start)
    },
    get size() {
      return records.length + textSize
    },
    take() {
      const packed = new ByteWriter()
      packed.uint32(records.length)
      packed.append(records.take())
      packed.append(new TextEncoder().encode(JSON.stringify(texts)))
      texts = []
      textSize = 0
      indexOfText.clear()
      return packed.take()
    },
  }
}
