import { EVENT_EXCEPTION } from '../../../semconv/standard.ts'
import type { SpanInputEvent } from '../span-input.ts'
import { EXCEPTION_ATTRIBUTES } from './exception-attributes.ts'
import { KnownAttributes } from './known-attributes.ts'
import { readNextAttribute } from './wire-attributes.ts'
import type { WireCursor } from './wire-cursor.ts'

// Tags of an event (opentelemetry-proto 1.10).
const EVENT = { time: 0x09, name: 0x12, attribute: 0x1a } as const

/** Reads the events of spans, of which only exceptions are kept. */
export class WireEvents {
  readonly #cursor: WireCursor
  readonly #attributes: KnownAttributes

  constructor(cursor: WireCursor) {
    this.#cursor = cursor
    this.#attributes = new KnownAttributes(EXCEPTION_ATTRIBUTES, cursor)
  }

  /** Reads the event from here to `end`; undefined where it is no exception. */
  read(end: number): SpanInputEvent | undefined {
    const cursor = this.#cursor
    this.#attributes.clear()
    let timeMs = 0
    let name = ''
    while (cursor.at < end) {
      const tag = cursor.number(end)
      if (tag === EVENT.attribute) readNextAttribute(cursor, cursor.fieldEnd(end), this.#attributes)
      else if (tag === EVENT.name) name = cursor.text(cursor.fieldEnd(end))
      else if (tag === EVENT.time) timeMs = cursor.time(end)
      else cursor.pass(tag, end)
    }
    return name === EVENT_EXCEPTION ? { name, timeMs, attributes: this.#attributes.copy() } : undefined
  }
}
