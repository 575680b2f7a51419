import { ATTR_SERVICE_NAME } from '../../semconv/standard.ts'
import type { OtlpSink } from './otlp-json.ts'
import { OtlpProblem, within } from './otlp-problem.ts'
import { readSpan } from './otlp-protobuf-span.ts'
import { readKeyValue } from './otlp-protobuf-values.ts'
import { WIRE, WireReader } from './otlp-wire.ts'
import type { AttributeValue } from './span-input.ts'

// Field numbers of opentelemetry/proto/trace/v1/trace.proto (opentelemetry-proto 1.10).
const REQUEST = { resourceSpans: 1 } as const
const RESOURCE_SPANS = { resource: 1, scopeSpans: 2 } as const
const RESOURCE = { attributes: 1 } as const
const SCOPE_SPANS = { scope: 1, spans: 2 } as const
const SCOPE = { name: 1 } as const

/**
 * Reads one ExportTraceServiceRequest in protobuf. It is written by hand for these messages only: it builds nothing
 * but what a span is judged by. A span that cannot be read is left out and reported with its place, the others are
 * read all the same. Fields that it does not know are passed over. Throws nothing but what the sink throws.
 * @param origin where the bytes begin in what they are a part of, for the places that problems name
 */
export function readOtlpProtobuf(bytes: Uint8Array, sink: OtlpSink, origin = 0): void {
  let index = 0
  attempt('', sink, () => {
    const request = new WireReader(bytes, origin)
    while (request.next()) {
      if (request.fieldOf(WIRE.bytes) !== REQUEST.resourceSpans) request.skip()
      else {
        const path = `resourceSpans[${index++}]`
        const entry = request.message()
        attempt(path, sink, () => readResourceSpans(entry, path, sink))
      }
    }
  })
}

function readResourceSpans(entry: WireReader, path: string, sink: OtlpSink): void {
  let service = ''
  const scopes: WireReader[] = []
  // The resource may stand behind the spans that it is for.
  while (entry.next()) {
    const field = entry.fieldOf(WIRE.bytes)
    if (field === RESOURCE_SPANS.resource) service = readService(entry.message())
    else if (field === RESOURCE_SPANS.scopeSpans) scopes.push(entry.message())
    else entry.skip()
  }
  for (const [index, scope] of scopes.entries()) {
    const scopePath = `${path}.scopeSpans[${index}]`
    attempt(scopePath, sink, () => readScopeSpans(scope, service, scopePath, sink))
  }
}

function readService(resource: WireReader): string {
  const attributes: Record<string, AttributeValue> = {}
  while (resource.next()) {
    if (resource.fieldOf(WIRE.bytes) === RESOURCE.attributes) readKeyValue(resource.message(), attributes)
    else resource.skip()
  }
  const service = attributes[ATTR_SERVICE_NAME]
  return typeof service === 'string' ? service : ''
}

function readScopeSpans(entry: WireReader, service: string, path: string, sink: OtlpSink): void {
  let scope = ''
  const spans: WireReader[] = []
  while (entry.next()) {
    const field = entry.fieldOf(WIRE.bytes)
    if (field === SCOPE_SPANS.scope) scope = readName(entry.message())
    else if (field === SCOPE_SPANS.spans) spans.push(entry.message())
    else entry.skip()
  }
  for (let index = 0; index < spans.length; index++) {
    const span = spans[index]
    if (span === undefined) continue
    try {
      sink.span(readSpan(span, scope, service))
    } catch (error) {
      tell(`${path}.spans[${index}]`, error, sink)
    }
  }
}

function readName(scope: WireReader): string {
  let name = ''
  while (scope.next()) {
    if (scope.fieldOf(WIRE.bytes) === SCOPE.name) name = scope.text()
    else scope.skip()
  }
  return name
}

function attempt(path: string, sink: OtlpSink, read: () => void): void {
  try {
    read()
  } catch (error) {
    tell(path, error, sink)
  }
}

function tell(path: string, error: unknown, sink: OtlpSink): void {
  const problem = path === '' ? error : within(path, error)
  if (!(problem instanceof OtlpProblem)) throw problem
  sink.problem(problem.path === '' ? problem.message : `${problem.path}: ${problem.message}`)
}
