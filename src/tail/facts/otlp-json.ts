import { ATTR_SERVICE_NAME } from '../../semconv/standard.ts'
import { readId, readOptionalId } from './otlp-ids.ts'
import { described, expectation, OtlpProblem, within } from './otlp-problem.ts'
import { readTime } from './otlp-time.ts'
import { isJsonObject, type JsonObject, readArray, readAttributes, readNumber } from './otlp-values.ts'
import type { SpanInput, SpanInputEvent, SpanInputLink } from './span-input.ts'

/** Where the spans of a request go, and what could not be read. */
export interface OtlpSink {
  span(span: SpanInput): void
  /** Called once for each span, scope or resource that is left out; names the path and what was wrong. */
  problem(message: string): void
}

/**
 * Reads one ExportTraceServiceRequest in OTLP/JSON, already parsed. A span that cannot be read is left out and
 * reported, the others are read all the same. Throws nothing but what the sink throws.
 */
export function readOtlpJson(request: unknown, sink: OtlpSink): void {
  if (!isJsonObject(request)) {
    sink.problem(`expected an OTLP trace request, got ${described(request)}`)
    return
  }
  const { resourceSpans } = request
  const keys = Object.keys(request)
  if (resourceSpans === undefined && keys.length > 0) {
    sink.problem(
      `resourceSpans: expected an array, got an object with the keys ${keys.slice(0, 5).join(', ')}`,
    )
    return
  }
  eachOf(resourceSpans, 'resourceSpans', sink, (entry, index) =>
    readResource(entry, `resourceSpans[${index}]`, sink),
  )
}

function readResource(entry: JsonObject, path: string, sink: OtlpSink): void {
  const { resource } = entry
  const attributes = isJsonObject(resource)
    ? readAttributes(resource.attributes, 'resource.attributes')
    : undefined
  const service = attributes?.[ATTR_SERVICE_NAME]
  const name = typeof service === 'string' ? service : ''
  eachOf(entry.scopeSpans, `${path}.scopeSpans`, sink, ({ scope, spans }, index) => {
    const scopeName = isJsonObject(scope) && typeof scope.name === 'string' ? scope.name : ''
    eachOf(spans, `${path}.scopeSpans[${index}].spans`, sink, (span) => {
      sink.span(readSpan(span, scopeName, name))
    })
  })
}

/** Reads every entry of an array on its own, so that a bad one does not take the others with it. */
function eachOf(
  list: unknown,
  path: string,
  sink: OtlpSink,
  read: (entry: JsonObject, index: number) => void,
): void {
  if (!Array.isArray(list)) {
    if (list !== undefined && list !== null)
      sink.problem(`${path}: expected an array, got ${described(list)}`)
    return
  }
  for (let index = 0; index < list.length; index++) {
    try {
      const entry: unknown = list[index]
      if (!isJsonObject(entry)) throw expectation('', 'an object', entry)
      read(entry, index)
    } catch (error) {
      const problem = within(`${path}[${index}]`, error)
      if (!(problem instanceof OtlpProblem)) throw problem
      sink.problem(`${problem.path}: ${problem.message}`)
    }
  }
}

/** By number, as OTLP/JSON asks, and by name, as the general JSON mapping of protobuf writes them. */
const KINDS: ReadonlyMap<unknown, SpanInput['kind']> = new Map<unknown, SpanInput['kind']>([
  [2, 'server'],
  [3, 'client'],
  [4, 'producer'],
  [5, 'consumer'],
  ['2', 'server'],
  ['3', 'client'],
  ['4', 'producer'],
  ['5', 'consumer'],
  ['SPAN_KIND_SERVER', 'server'],
  ['SPAN_KIND_CLIENT', 'client'],
  ['SPAN_KIND_PRODUCER', 'producer'],
  ['SPAN_KIND_CONSUMER', 'consumer'],
])

/** A kind that is left out, unspecified or newer than this reader is internal, as OTLP asks. */
export function kindOf(value: unknown): SpanInput['kind'] {
  return KINDS.get(value) ?? 'internal'
}

const NONE: readonly never[] = []

// Every field is there from the start: spans of one shape are the cheapest to make and to read.
function readSpan(span: JsonObject, scope: string, service: string): SpanInput {
  const { kind, flags, name, events, links } = span
  return {
    traceId: readId(span.traceId, 'traceId', 32),
    spanId: readId(span.spanId, 'spanId', 16),
    parentSpanId: readOptionalId(span.parentSpanId, 'parentSpanId', 16),
    traceFlags: flags === undefined ? undefined : readNumber(flags, 'flags') & 0xff,
    name: typeof name === 'string' ? name : '',
    kind: kindOf(kind),
    scope,
    service,
    startMs: readStart(span.startTimeUnixNano),
    endMs: readTime(span.endTimeUnixNano, 'endTimeUnixNano') || undefined,
    failed: isError(span.status),
    statusMessage: messageOf(span.status),
    attributes: readAttributes(span.attributes, 'attributes'),
    events: events === undefined ? NONE : readArray(events, 'events').map(readEvent),
    links: links === undefined ? NONE : readArray(links, 'links').map(readLink),
  }
}

function readEvent(event: unknown, index: number): SpanInputEvent {
  const path = `events[${index}]`
  if (!isJsonObject(event)) throw expectation(path, 'an object', event)
  return {
    name: typeof event.name === 'string' ? event.name : '',
    timeMs: readTime(event.timeUnixNano, `${path}.timeUnixNano`),
    attributes: readAttributes(event.attributes, `${path}.attributes`),
  }
}

export function readLink(link: unknown, index: number): SpanInputLink {
  const path = `links[${index}]`
  if (!isJsonObject(link)) throw expectation(path, 'an object', link)
  return {
    traceId: readId(link.traceId, `${path}.traceId`, 32),
    spanId: readId(link.spanId, `${path}.spanId`, 16),
  }
}

function isError(status: unknown): boolean {
  if (!isJsonObject(status)) return false
  return isErrorCode(status.code)
}

function messageOf(status: unknown): string | undefined {
  return isJsonObject(status) && typeof status.message === 'string' ? status.message : undefined
}

/** By number and by name, too. */
export function isErrorCode(code: unknown): boolean {
  return code === 2 || code === 'STATUS_CODE_ERROR'
}

function readStart(value: unknown): number {
  const startMs = readTime(value, 'startTimeUnixNano')
  if (startMs === 0) throw expectation('startTimeUnixNano', 'nanoseconds since the Unix epoch', value)
  return startMs
}
