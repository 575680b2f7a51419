import { expectation } from './otlp-problem.ts'
import { readKeyValue } from './otlp-protobuf-values.ts'
import { WIRE, type WireReader } from './otlp-wire.ts'
import type { AttributeValue, SpanInput, SpanInputEvent, SpanInputLink } from './span-input.ts'

// Field numbers of opentelemetry/proto/trace/v1/trace.proto (opentelemetry-proto 1.10).
const SPAN = {
  traceId: 1,
  spanId: 2,
  parentSpanId: 4,
  name: 5,
  kind: 6,
  start: 7,
  end: 8,
  attributes: 9,
  events: 11,
  links: 13,
  status: 15,
  flags: 16,
} as const
const EVENT = { time: 1, name: 2, attributes: 3 } as const
const LINK = { traceId: 1, spanId: 2 } as const
const STATUS = { message: 2, code: 3 } as const
export const STATUS_ERROR = 2
/** By number. A kind that is unspecified or newer than this reader is internal, as OTLP asks. */
export const SPAN_KINDS: readonly SpanInput['kind'][] = [
  'internal',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
]

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

interface SpanParts {
  readonly span: Mutable<SpanInput>
  readonly attributes: Record<string, AttributeValue>
  readonly events: SpanInputEvent[]
  readonly links: SpanInputLink[]
}

/** Reads one span of the message. */
export function readSpan(message: WireReader, scope: string, service: string): SpanInput {
  const parts: SpanParts = { span: emptySpan(scope, service), attributes: {}, events: [], links: [] }
  const { span } = parts
  span.attributes = parts.attributes
  span.events = parts.events
  span.links = parts.links
  while (message.next()) {
    if (message.type === WIRE.bytes) readPart(message, parts)
    else readNumber(message, span)
  }
  if (span.traceId === '') throw expectation('traceId', '16 bytes that are not all zero', undefined)
  if (span.spanId === '') throw expectation('spanId', '8 bytes that are not all zero', undefined)
  if (span.startMs === 0)
    throw expectation('startTimeUnixNano', 'nanoseconds since the Unix epoch', undefined)
  return span
}

const NONE: readonly never[] = []

function emptySpan(scope: string, service: string): Mutable<SpanInput> {
  return {
    traceId: '',
    spanId: '',
    parentSpanId: undefined,
    traceFlags: undefined,
    name: '',
    kind: 'internal',
    scope,
    service,
    startMs: 0,
    endMs: undefined,
    failed: false,
    statusMessage: undefined,
    attributes: {},
    events: NONE,
    links: NONE,
  }
}

function readPart(message: WireReader, { span, attributes, events, links }: SpanParts): void {
  switch (message.field) {
    case SPAN.traceId:
      span.traceId = readId(message, 'traceId', 32)
      break
    case SPAN.spanId:
      span.spanId = readId(message, 'spanId', 16)
      break
    case SPAN.parentSpanId:
      span.parentSpanId = readOptionalId(message, 'parentSpanId')
      break
    case SPAN.name:
      span.name = message.text()
      break
    case SPAN.attributes:
      readKeyValue(message.message(), attributes)
      break
    case SPAN.events:
      events.push(readEvent(message.message()))
      break
    case SPAN.links:
      links.push(readWireLink(message.message()))
      break
    case SPAN.status:
      readStatus(message.message(), span)
      break
    default:
      message.skip()
  }
}

function readNumber(message: WireReader, span: Mutable<SpanInput>): void {
  if (message.fieldOf(WIRE.fixed64) === SPAN.start) span.startMs = message.time()
  else if (message.fieldOf(WIRE.fixed64) === SPAN.end) span.endMs = message.time() || undefined
  else if (message.fieldOf(WIRE.varint) === SPAN.kind)
    span.kind = SPAN_KINDS[message.unsigned()] ?? 'internal'
  else if (message.fieldOf(WIRE.fixed32) === SPAN.flags) span.traceFlags = message.fixed32() & 0xff
  else message.skip()
}

function readEvent(message: WireReader): SpanInputEvent {
  const attributes: Record<string, AttributeValue> = {}
  const event: Mutable<SpanInputEvent> = { name: '', timeMs: 0, attributes }
  while (message.next()) {
    if (message.fieldOf(WIRE.fixed64) === EVENT.time) event.timeMs = message.time()
    else if (message.fieldOf(WIRE.bytes) === EVENT.name) event.name = message.text()
    else if (message.fieldOf(WIRE.bytes) === EVENT.attributes) readKeyValue(message.message(), attributes)
    else message.skip()
  }
  return event
}

/** Reads a link. Throws an OtlpProblem where an id is missing or wrong. */
export function readWireLink(message: WireReader): SpanInputLink {
  const link: Mutable<SpanInputLink> = { traceId: '', spanId: '' }
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === LINK.traceId) link.traceId = readId(message, 'links.traceId', 32)
    else if (message.fieldOf(WIRE.bytes) === LINK.spanId) link.spanId = readId(message, 'links.spanId', 16)
    else message.skip()
  }
  if (link.traceId !== '' && link.spanId !== '') return link
  throw expectation('links', 'trace and span id', undefined)
}

function readStatus(message: WireReader, span: Mutable<SpanInput>): void {
  span.failed = false
  while (message.next()) {
    if (message.fieldOf(WIRE.varint) === STATUS.code) span.failed = message.unsigned() === STATUS_ERROR
    else if (message.fieldOf(WIRE.bytes) === STATUS.message) span.statusMessage = message.text()
    else message.skip()
  }
}

const ZEROS = /^0*$/

function readId(message: WireReader, path: string, hexDigits: 16 | 32): string {
  const id = message.hex()
  if (id.length === hexDigits && !ZEROS.test(id)) return id
  throw expectation(path, `${hexDigits / 2} bytes that are not all zero`, id)
}

function readOptionalId(message: WireReader, path: string): string | undefined {
  const id = message.hex()
  if (ZEROS.test(id)) return undefined
  if (id.length === 16) return id
  throw expectation(path, '8 bytes', id)
}
