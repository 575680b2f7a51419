import { ATTR_SERVICE_NAME } from '../../../semconv/standard.ts'
import { readWireLink, SPAN_KINDS, STATUS_ERROR } from '../otlp-protobuf-span.ts'
import { WireReader } from '../otlp-wire.ts'
import { ID } from '../packed/id-words.ts'
import { KnownAttributes } from './known-attributes.ts'
import { advanceBy, ODD } from './odd.ts'
import { ScannedSpan } from './scanned-span.ts'
import type { ScanSink, SpanScanner } from './span-scanner.ts'
import { type AsciiText, asciiText } from './text-cache.ts'
import { readNextAttribute, readWireAttribute } from './wire-attributes.ts'
import { readWords, WireCursor } from './wire-cursor.ts'
import { WireEvents } from './wire-events.ts'

// Tags, which are field numbers with the way in which the field is written (opentelemetry-proto 1.10).
const RESOURCE_SPANS = 0x0a
const RESOURCE = 0x0a
const SCOPE_SPANS = 0x12
const RESOURCE_ATTRIBUTE = 0x0a
const SCOPE = 0x0a
const SPANS = 0x12
const SCOPE_NAME = 0x0a
const SPAN = {
  traceId: 0x0a,
  spanId: 0x12,
  parentSpanId: 0x22,
  name: 0x2a,
  kind: 0x30,
  start: 0x39,
  end: 0x41,
  attribute: 0x4a,
  event: 0x5a,
  link: 0x6a,
  status: 0x7a,
  flags: 0x85,
} as const
const TRACE_ID_BYTES = 16
const SPAN_ID_BYTES = 8
/** A length has one byte where none of its bits says that there is more. */
const MORE = 0x80
const STATUS_CODE = 0x18
const STATUS_MESSAGE = 0x12

/** A scanner of OTLP in protobuf: one request. Whatever is wrong is odd, also within fields that nobody reads. */
export function createProtobufScanner(ascii: AsciiText = asciiText): SpanScanner {
  const cursor = new WireCursor(ascii)
  const resource = new KnownAttributes([{ name: ATTR_SERVICE_NAME, marks: 0 }], cursor)
  const events = new WireEvents(cursor)
  const span = new ScannedSpan(cursor)

  // Where the messages end that are being read, each within the one before; the place where none is being read.
  let requestEnd = 0
  let resourceEnd = 0
  let scopeEnd = 0
  let sink: ScanSink = NO_SINK

  /** Reads on from one span to another; true where something is left. */
  function readSpans(most: number): boolean {
    for (let spans = 0; ; ) {
      if (cursor.at < scopeEnd) {
        const start = cursor.at
        const tag = cursor.number(scopeEnd)
        if (tag !== SPANS) {
          if (tag === SCOPE) throw ODD
          cursor.pass(tag, scopeEnd)
          continue
        }
        if (spans++ === most) {
          cursor.at = start
          return true
        }
        readSpan(cursor.fieldEnd(scopeEnd))
        sink.scanned(span)
      } else if (cursor.at < resourceEnd) {
        const tag = cursor.number(resourceEnd)
        if (tag === SCOPE_SPANS) enterScope(cursor.fieldEnd(resourceEnd))
        else if (tag === RESOURCE) throw ODD
        else cursor.pass(tag, resourceEnd)
      } else if (cursor.at < requestEnd) {
        const tag = cursor.number(requestEnd)
        if (tag === RESOURCE_SPANS) enterResource(cursor.fieldEnd(requestEnd))
        else cursor.pass(tag, requestEnd)
      } else return false
    }
  }

  function enterResource(end: number): void {
    span.service = ''
    readHead(end, RESOURCE, SCOPE_SPANS, readService)
    resourceEnd = end
  }

  function enterScope(end: number): void {
    span.scope = ''
    readHead(end, SCOPE, SPANS, readScopeName)
    scopeEnd = end
  }

  /** Reads what stands before the spans. A resource or scope that is written behind them is odd: nobody does it. */
  function readHead(end: number, head: number, spans: number, read: (end: number) => void): void {
    for (let { at } = cursor; at < end; at = cursor.at) {
      const tag = cursor.number(end)
      if (tag === head) read(cursor.fieldEnd(end))
      else if (tag !== spans) cursor.pass(tag, end)
      else {
        cursor.at = at
        return
      }
    }
  }

  function readService(end: number): void {
    resource.clear()
    while (cursor.at < end) {
      const tag = cursor.number(end)
      if (tag === RESOURCE_ATTRIBUTE) readNextAttribute(cursor, cursor.fieldEnd(end), resource)
      else cursor.pass(tag, end)
    }
    const service = resource.values[ATTR_SERVICE_NAME]
    span.service = typeof service === 'string' ? service : ''
  }

  function readScopeName(end: number): void {
    let name = ''
    while (cursor.at < end) {
      const tag = cursor.number(end)
      if (tag === SCOPE_NAME) name = cursor.text(cursor.fieldEnd(end))
      else cursor.pass(tag, end)
    }
    span.scope = name
  }

  function readSpan(end: number): void {
    span.clear()
    const { bytes, view } = cursor
    let { at } = cursor
    let ids = 0
    // The fields that nearly every span has are read here, as long as their lengths have one byte.
    while (at < end) {
      const tag = bytes[at]
      const length = bytes[at + 1] ?? MORE
      const after = at + 2 + length
      if (tag === SPAN.attribute && length < MORE && after <= end) {
        readWireAttribute(cursor, at + 2, after, span.known)
        at = after
      } else if (tag === SPAN.spanId && length === SPAN_ID_BYTES && after <= end) {
        if (!readWords(view, at + 2, span.ids, ID.span, ID.parent)) throw ODD
        ids |= tag
        at = after
      } else if (tag === SPAN.traceId && length === TRACE_ID_BYTES && after <= end) {
        if (!readWords(view, at + 2, span.ids, ID.trace, ID.span)) throw ODD
        ids |= tag
        at = after
      } else {
        cursor.at = at
        readField(cursor.number(end), end)
        at = cursor.at
      }
    }
    cursor.at = at
    if (ids !== (SPAN.traceId | SPAN.spanId) || span.startMs === 0) throw ODD
  }

  function readField(tag: number, end: number): void {
    switch (tag) {
      case SPAN.attribute:
        readNextAttribute(cursor, cursor.fieldEnd(end), span.known)
        break
      // Only ids of another length come here.
      case SPAN.traceId:
      case SPAN.spanId:
        throw ODD
      case SPAN.parentSpanId:
        readParent(end)
        break
      case SPAN.name:
        span.name = cursor.text(cursor.fieldEnd(end))
        break
      case SPAN.kind:
        span.kind = SPAN_KINDS[cursor.number(end)] ?? 'internal'
        break
      case SPAN.start:
        span.startMs = cursor.time(end)
        break
      case SPAN.end:
        span.endMs = cursor.time(end) || undefined
        break
      case SPAN.event:
        readEvent(cursor.fieldEnd(end))
        break
      case SPAN.link:
        readLink(cursor.fieldEnd(end))
        break
      case SPAN.status:
        readStatus(cursor.fieldEnd(end))
        break
      case SPAN.flags:
        span.traceFlags = cursor.fixed32(end) & 0xff
        break
      default:
        cursor.pass(tag, end)
    }
  }

  /** Some write an empty id, or one of zeros, where there is no parent. */
  function readParent(end: number): void {
    span.parentSpanId = undefined
    if (cursor.bytes[cursor.at] === 0 && cursor.at < end) cursor.at++
    else if (cursor.id(end, span.ids, ID.parent, ID.words - ID.parent)) span.parentSpanId = ''
  }

  function readEvent(end: number): void {
    const exception = events.read(end)
    if (exception !== undefined) span.events = [...span.events, exception]
  }

  function readLink(end: number): void {
    span.links = [...span.links, readWireLink(new WireReader(cursor.bytes, 0, cursor.at, end))]
    cursor.at = end
  }

  function readStatus(end: number): void {
    span.failed = false
    while (cursor.at < end) {
      const tag = cursor.number(end)
      if (tag === STATUS_CODE) span.failed = cursor.number(end) === STATUS_ERROR
      else if (tag === STATUS_MESSAGE) span.statusMessage = cursor.text(cursor.fieldEnd(end))
      else cursor.pass(tag, end)
    }
  }

  function begin(bytes: Uint8Array, start: number, end: number, into: ScanSink): void {
    cursor.begin(bytes, start)
    requestEnd = end
    resourceEnd = start
    scopeEnd = start
    sink = into
  }

  return {
    begin,
    advance: (spans) => advanceBy(() => readSpans(spans)),
    scan(bytes, start, end, into) {
      begin(bytes, start, end, into)
      return advanceBy(() => readSpans(Number.POSITIVE_INFINITY)) === 'done'
    },
  }
}

const NO_SINK: ScanSink = { scanned() {} }
