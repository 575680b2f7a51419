import { OtlpProblem } from '../../tail/facts/otlp-problem.ts'
import { isJsonObject } from '../../tail/facts/otlp-values.ts'
import { WIRE, WireReader } from '../../tail/facts/otlp-wire.ts'

// Field numbers of ExportTraceServiceRequest, ResourceSpans and ScopeSpans (opentelemetry-proto 1.10).
const RESOURCE_SPANS = 1
const SCOPE_SPANS = 2
const SPANS = 2

/** How many spans a request in protobuf has; what is wrong with it where it is none. */
export function countProtobufSpans(bytes: Uint8Array): number | { readonly fault: string } {
  try {
    let spans = 0
    eachMessage(new WireReader(bytes), RESOURCE_SPANS, (resource) =>
      eachMessage(resource, SCOPE_SPANS, (scope) =>
        eachMessage(scope, SPANS, (span) => {
          while (span.next()) span.skip()
          spans++
        }),
      ),
    )
    return spans
  } catch (error) {
    if (error instanceof OtlpProblem) return { fault: error.message }
    throw error
  }
}

function eachMessage(message: WireReader, field: number, visit: (inner: WireReader) => void): void {
  while (message.next()) {
    if (message.fieldOf(WIRE.bytes) === field) visit(message.message())
    else message.skip()
  }
}

/** How many entries a request in JSON has under `resourceSpans`, `scopeSpans` and `spans`. */
export function countJsonSpans(request: unknown): number {
  return entriesOf(request, 'resourceSpans')
    .flatMap((resource) => entriesOf(resource, 'scopeSpans'))
    .reduce<number>((sum, scope) => sum + entriesOf(scope, 'spans').length, 0)
}

function entriesOf(value: unknown, key: string): readonly unknown[] {
  const entries = isJsonObject(value) ? value[key] : undefined
  return Array.isArray(entries) ? entries : []
}
