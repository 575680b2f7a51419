import { ATTR_SERVICE_NAME } from '../../../semconv/standard.ts'
import { isErrorCode, kindOf, readLink } from '../otlp-json.ts'
import { readTime } from '../otlp-time.ts'
import { readArray, readNumber } from '../otlp-values.ts'
import { ID } from '../packed/id-words.ts'
import { readAttributeList } from './json-attributes.ts'
import { QUOTE } from './json-bytes.ts'
import { JsonCursor } from './json-cursor.ts'
import { EventsReader } from './json-events.ts'
import {
  ATTRIBUTES,
  NAME,
  REQUEST,
  RESOURCE_FIELD,
  RESOURCE_SPANS,
  SCOPE_FIELD,
  SCOPE_SPANS,
  SPAN,
  SPAN_FIELD,
  STATUS,
} from './json-fields.ts'
import { hexId, timeText, wholeNumber } from './json-numbers.ts'
import type { KeyTable } from './key-table.ts'
import { KnownAttributes } from './known-attributes.ts'
import { advanceBy, ODD } from './odd.ts'
import { ScannedSpan } from './scanned-span.ts'
import type { ScanPieces, ScanSink, SpanScanner } from './span-scanner.ts'
import { type AsciiText, asciiText } from './text-cache.ts'

/** Without these a span is none. */
const NEEDED = (1 << SPAN_FIELD.traceId) | (1 << SPAN_FIELD.spanId) | (1 << SPAN_FIELD.start)

/**
 * A scanner of OTLP/JSON: one request, written in any way that JSON allows. Names with escapes, ids that are no hex
 * digits and whatever is wrong are odd.
 */
export function createJsonScanner(ascii: AsciiText = asciiText): SpanScanner {
  const cursor = new JsonCursor(ascii)
  const events = new EventsReader(cursor)
  const resource = new KnownAttributes([{ name: ATTR_SERVICE_NAME, marks: 0 }])
  const span = new ScannedSpan()
  /** What was begun; it stops before a span where none is left to be read now. */
  let pieces: ScanPieces | undefined
  let spansLeft = 0

  /** Which of the names the member has whose value comes now; -1 for one that nobody knows. ODD where it comes twice. */
  function memberOf(names: KeyTable, seen: number): number {
    if (!cursor.isPlain) throw ODD
    const field = names.find(cursor.view, cursor.start, cursor.end)
    if (field >= 0 && (seen & (1 << field)) !== 0) throw ODD
    return field
  }

  function* readRequest(sink: ScanSink): ScanPieces {
    if (!cursor.enterObject() || memberOf(REQUEST, 0) < 0) throw ODD
    for (let has = cursor.enterArray(); has; has = cursor.nextItem()) yield* readResourceSpans(sink)
    if (cursor.nextMember() || cursor.next() !== 0) throw ODD
  }

  /** The resource may stand behind the spans that it is for. */
  function* readResourceSpans(sink: ScanSink): ScanPieces {
    let seen = 0
    let scopesAt = 0
    span.service = ''
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(RESOURCE_SPANS, seen)
      if (field >= 0) seen |= 1 << field
      if (field === RESOURCE_FIELD.resource) span.service = readService()
      else if (field === RESOURCE_FIELD.scopeSpans && seen === 3) yield* readScopes(sink)
      else {
        if (field === RESOURCE_FIELD.scopeSpans) scopesAt = cursor.at
        cursor.pass()
      }
    }
    if (scopesAt > 0) yield* readBack(scopesAt, readScopes(sink))
  }

  function* readBack(at: number, read: ScanPieces): ScanPieces {
    const end = cursor.at
    cursor.at = at
    yield* read
    cursor.at = end
  }

  function readService(): string {
    resource.clear()
    let seen = 0
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(ATTRIBUTES, seen)
      if (field < 0) cursor.pass()
      else {
        seen = 1
        readAttributeList(cursor, resource)
      }
    }
    const service = resource.values[ATTR_SERVICE_NAME]
    return typeof service === 'string' ? service : ''
  }

  function* readScopes(sink: ScanSink): ScanPieces {
    for (let has = cursor.enterArray(); has; has = cursor.nextItem()) yield* readScopeSpans(sink)
  }

  function* readScopeSpans(sink: ScanSink): ScanPieces {
    let seen = 0
    let spansAt = 0
    span.scope = ''
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(SCOPE_SPANS, seen)
      if (field >= 0) seen |= 1 << field
      if (field === SCOPE_FIELD.scope) span.scope = readName()
      else if (field === SCOPE_FIELD.spans && seen === 3) yield* readSpans(sink)
      else {
        if (field === SCOPE_FIELD.spans) spansAt = cursor.at
        cursor.pass()
      }
    }
    if (spansAt > 0) yield* readBack(spansAt, readSpans(sink))
  }

  function readName(): string {
    let name = ''
    let seen = 0
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(NAME, seen)
      if (field < 0) cursor.pass()
      else {
        seen = 1
        name = readText()
      }
    }
    return name
  }

  function readText(): string {
    if (cursor.bytes[cursor.at] !== QUOTE) throw ODD
    cursor.at++
    cursor.text()
    return cursor.held()
  }

  function* readSpans(sink: ScanSink): ScanPieces {
    for (let has = cursor.enterArray(); has; has = cursor.nextItem()) {
      if (spansLeft-- === 0) yield
      readSpan()
      sink.scanned(span)
    }
  }

  function readSpan(): void {
    span.clear()
    let seen = 0
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(SPAN, seen)
      if (field < 0) cursor.pass()
      else {
        seen |= 1 << field
        readField(field)
      }
    }
    if ((seen & NEEDED) !== NEEDED || span.startMs === 0) throw ODD
  }

  function readField(field: number): void {
    switch (field) {
      case SPAN_FIELD.traceId:
        if (!hexId(cursor, span.ids, ID.trace, 32)) throw ODD
        break
      case SPAN_FIELD.spanId:
        if (!hexId(cursor, span.ids, ID.span, 16)) throw ODD
        break
      case SPAN_FIELD.parentSpanId:
        readParent()
        break
      case SPAN_FIELD.flags:
        span.traceFlags = (wholeNumber(cursor) ?? readNumber(cursor.value(), 'flags')) & 0xff
        break
      case SPAN_FIELD.name:
        span.name = readText()
        break
      case SPAN_FIELD.kind:
        span.kind = kindOf(
          cursor.bytes[cursor.at] === QUOTE ? cursor.value() : (wholeNumber(cursor) ?? cursor.value()),
        )
        break
      case SPAN_FIELD.start:
        span.startMs = readTimeField()
        break
      case SPAN_FIELD.end:
        span.endMs = readTimeField() || undefined
        break
      case SPAN_FIELD.attributes:
        readAttributeList(cursor, span.known)
        break
      case SPAN_FIELD.events:
        span.events = events.read()
        break
      case SPAN_FIELD.links:
        readLinks()
        break
      default:
        readStatus()
    }
  }

  function readParent(): void {
    const { bytes, at } = cursor
    if (bytes[at] === QUOTE && bytes[at + 1] === QUOTE) cursor.at += 2
    else if (hexId(cursor, span.ids, ID.parent, 16)) span.parentSpanId = ''
  }

  function readTimeField(): number {
    return timeText(cursor) ?? readTime(cursor.value(), 'time')
  }

  function readLinks(): void {
    const links = readArray(cursor.value(), 'links')
    if (links.length > 0) span.links = links.map(readLink)
  }

  function readStatus(): void {
    let seen = 0
    for (let has = cursor.enterObject(); has; has = cursor.nextMember()) {
      const field = memberOf(STATUS, seen)
      if (field >= 0) seen |= 1 << field
      if (field === 0) span.failed = isErrorCode(cursor.value())
      else if (field > 0) {
        const message = cursor.value()
        span.statusMessage = typeof message === 'string' ? message : undefined
      } else cursor.pass()
    }
  }

  return {
    begin(bytes, start, end, sink) {
      cursor.begin(bytes, start, end)
      pieces = readRequest(sink)
    },
    advance(spans) {
      spansLeft = spans
      return advanceBy(() => pieces?.next().done === false)
    },
    scan(bytes, start, end, sink) {
      this.begin(bytes, start, end, sink)
      return this.advance(Number.POSITIVE_INFINITY) === 'done'
    },
  }
}
