import { textOf } from './attribute-values.ts'
import { readTags } from './jaeger-tags.ts'
import { hasNoEnd } from './jaeger-warnings.ts'
import type { OtlpSink } from './otlp-json.ts'
import { described, expectation, OtlpProblem, within } from './otlp-problem.ts'
import { isJsonObject, type JsonObject, readArray } from './otlp-values.ts'
import type { SpanInput, SpanInputEvent, SpanInputLink } from './span-input.ts'

/**
 * Reads what Jaeger's page downloads and its API answers: `{ data: [trace, …] }`, or one trace. A span that cannot be
 * read is left out and reported, the others are read all the same. Throws nothing but what the sink throws.
 */
export function readJaegerJson(document: JsonObject, sink: OtlpSink): void {
  tellErrors(document.errors, sink)
  if ('data' in document)
    eachOf(document.data, 'data', sink, (trace, path) => readTrace(trace, `${path}.`, sink))
  else readTrace(document, '', sink)
}

function readTrace(trace: JsonObject, path: string, sink: OtlpSink): void {
  const { processes } = trace
  eachOf(trace.spans, `${path}spans`, sink, (span) => sink.span(readSpan(span, processes)))
}

/** What the API itself could not find or read. */
function tellErrors(errors: unknown, sink: OtlpSink): void {
  for (const error of Array.isArray(errors) ? errors : []) {
    const { code, msg, traceID } = isJsonObject(error) ? error : {}
    const where = traceID === undefined ? '' : ` (trace ${described(traceID)})`
    sink.problem(`errors: Jaeger says ${described(code)}: ${described(msg)}${where}`)
  }
}

function eachOf(
  list: unknown,
  path: string,
  sink: OtlpSink,
  read: (entry: JsonObject, path: string) => void,
): void {
  if (!Array.isArray(list)) {
    sink.problem(`${path}: expected an array, got ${described(list)}`)
    return
  }
  for (const [index, entry] of list.entries()) {
    const entryPath = `${path}[${index}]`
    try {
      if (!isJsonObject(entry)) throw expectation('', 'an object', entry)
      read(entry, entryPath)
    } catch (error) {
      const problem = within(entryPath, error)
      if (!(problem instanceof OtlpProblem)) throw problem
      sink.problem(`${problem.path}: ${problem.message}`)
    }
  }
}

const KINDS: ReadonlyMap<unknown, SpanInput['kind']> = new Map<unknown, SpanInput['kind']>([
  ['server', 'server'],
  ['client', 'client'],
  ['producer', 'producer'],
  ['consumer', 'consumer'],
])

function readSpan(span: JsonObject, processes: unknown): SpanInput {
  const traceId = readId(span.traceID, 'traceID', 32)
  const tags = readTags(span.tags, 'tags')
  const startMs = readMicroseconds(span.startTime, 'startTime') / 1000
  if (startMs === 0) throw expectation('startTime', 'microseconds since the Unix epoch', span.startTime)
  const durationMs = span.duration === undefined ? 0 : readMicroseconds(span.duration, 'duration') / 1000
  const { parentSpanId, links } = readReferences(span, traceId)
  return {
    traceId,
    spanId: readId(span.spanID, 'spanID', 16),
    parentSpanId,
    traceFlags: typeof span.flags === 'number' ? span.flags & 0xff : undefined,
    name: typeof span.operationName === 'string' ? span.operationName : '',
    kind: KINDS.get(tags['span.kind']) ?? 'internal',
    scope: String(tags['otel.scope.name'] ?? tags['otel.library.name'] ?? ''),
    service: serviceOf(span, processes),
    startMs,
    endMs: hasNoEnd(span.warnings) ? undefined : startMs + durationMs,
    failed: isError(tags),
    statusMessage: textOf(tags['otel.status_description']),
    attributes: tags,
    events: readArray(span.logs, 'logs').map(readLog),
    links,
  }
}

/** OpenTelemetry's status where it is there; else the tag that tracers before it set. */
function isError(tags: SpanInput['attributes']): boolean {
  const status = tags['otel.status_code']
  return status === undefined ? tags.error === true || tags.error === 'true' : status === 'ERROR'
}

function serviceOf({ processID, process }: JsonObject, processes: unknown): string {
  const named = isJsonObject(processes) && typeof processID === 'string' ? processes[processID] : process
  return isJsonObject(named) && typeof named.serviceName === 'string' ? named.serviceName : ''
}

/** The first reference of the same trace that says "child of" is the parent; the others are links. */
function readReferences(
  { references, parentSpanID }: JsonObject,
  traceId: string,
): { parentSpanId: string | undefined; links: SpanInputLink[] } {
  let parentSpanId = isNoId(parentSpanID) ? undefined : readId(parentSpanID, 'parentSpanID', 16)
  const links: SpanInputLink[] = []
  for (const [index, reference] of readArray(references, 'references').entries()) {
    const path = `references[${index}]`
    if (!isJsonObject(reference)) throw expectation(path, 'an object', reference)
    const link = {
      traceId: readId(reference.traceID, `${path}.traceID`, 32),
      spanId: readId(reference.spanID, `${path}.spanID`, 16),
    }
    const isParent = reference.refType === 'CHILD_OF' && link.traceId === traceId
    if (!isParent) links.push(link)
    else if (parentSpanId === undefined) parentSpanId = link.spanId
    else if (parentSpanId !== link.spanId) links.push(link)
  }
  return { parentSpanId, links }
}

function isNoId(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (typeof value === 'string' && /^0+$/.test(value))
  )
}

function readLog(log: unknown, index: number): SpanInputEvent {
  const path = `logs[${index}]`
  if (!isJsonObject(log)) throw expectation(path, 'an object', log)
  const attributes = readTags(log.fields, `${path}.fields`)
  return {
    name: typeof attributes.event === 'string' ? attributes.event : '',
    timeMs: readMicroseconds(log.timestamp, `${path}.timestamp`) / 1000,
    attributes,
  }
}

/** Jaeger leaves out the zeros that an id begins with. */
function readId(value: unknown, path: string, hexDigits: 16 | 32): string {
  const isId = typeof value === 'string' && value.length <= hexDigits && /^[0-9a-f]+$/i.test(value)
  if (!isId || isNoId(value)) throw expectation(path, `up to ${hexDigits} hex digits, not all zero`, value)
  return value.toLowerCase().padStart(hexDigits, '0')
}

function readMicroseconds(value: unknown, path: string): number {
  const time = typeof value === 'string' && /^\d{1,17}$/.test(value) ? Number(value) : value
  if (typeof time === 'number' && time >= 0 && time < 2 ** 54) return time
  throw expectation(path, 'microseconds', value)
}
