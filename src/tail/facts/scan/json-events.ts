import { EVENT_EXCEPTION } from '../../../semconv/standard.ts'
import { readTime } from '../otlp-time.ts'
import type { SpanInputEvent } from '../span-input.ts'
import { EXCEPTION_ATTRIBUTES } from './exception-attributes.ts'
import { readAttributeList } from './json-attributes.ts'
import { QUOTE } from './json-bytes.ts'
import type { JsonCursor } from './json-cursor.ts'
import { timeText } from './json-numbers.ts'
import { KeyTable } from './key-table.ts'
import { KnownAttributes } from './known-attributes.ts'
import { ODD } from './odd.ts'

const FIELDS = ['timeUnixNano', 'name', 'attributes'] as const
const KEYS = new KeyTable(FIELDS)
const FIELD = { time: 0, name: 1, attributes: 2 } as const

/** Reads the events of spans, of which only exceptions are kept. */
export class EventsReader {
  readonly #cursor: JsonCursor
  readonly #attributes = new KnownAttributes(EXCEPTION_ATTRIBUTES)

  constructor(cursor: JsonCursor) {
    this.#cursor = cursor
  }

  /** Reads the list that comes now. */
  read(): readonly SpanInputEvent[] {
    const cursor = this.#cursor
    const exceptions: SpanInputEvent[] = []
    for (let has = cursor.enterArray(); has; has = cursor.nextItem()) {
      const exception = this.#event()
      if (exception !== undefined) exceptions.push(exception)
    }
    return exceptions
  }

  #event(): SpanInputEvent | undefined {
    const cursor = this.#cursor
    this.#attributes.clear()
    let seen = 0
    let timeMs = 0
    let name = ''
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = KEYS.find(cursor.view, cursor.start, cursor.end)
      if (!cursor.isPlain || (field >= 0 && (seen & (1 << field)) !== 0)) throw ODD
      if (field >= 0) seen |= 1 << field
      if (field === FIELD.time) timeMs = timeText(cursor) ?? readTime(cursor.value(), 'timeUnixNano')
      else if (field === FIELD.attributes) readAttributeList(cursor, this.#attributes)
      else if (field === FIELD.name && cursor.bytes[cursor.at] === QUOTE) {
        cursor.at++
        cursor.text()
        name = cursor.held()
      } else cursor.pass()
    }
    if (name !== EVENT_EXCEPTION) return undefined
    return { name, timeMs, attributes: this.#attributes.copy() }
  }
}
