import { gzipSync, zstdCompressSync } from 'node:zlib'
import { otlpOf } from './otlp-of-spans.ts'
import { type OtlpRequest, toProtobuf } from './otlp-protobuf.ts'
import { loadTraceCases, requestOfCase, spansOfCase } from './trace-cases.ts'

/** One input in a format that `toolspan check` reads. */
export interface Input {
  readonly format: string
  readonly bytes: Uint8Array
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const CASES = loadTraceCases().slice(0, 6)

/** Some of the cases in every format that `toolspan check` reads. */
export function inputsInAllFormats(): readonly Input[] {
  const requests = CASES.map((testCase) => requestOfCase(testCase))
  const lines = utf8(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
  const messages = CASES.map((testCase) => toProtobuf(withoutUndefined(otlpOf(spansOfCase(testCase)))))
  return [
    { format: 'JSON lines', bytes: lines },
    { format: 'one pretty document', bytes: utf8(JSON.stringify(requests[0], null, 2)) },
    { format: 'protobuf', bytes: joined(messages) },
    { format: 'protobuf in frames', bytes: joined(messages.map(framed)) },
    { format: 'zstd in frames', bytes: joined(messages.map((bytes) => framed(zstdCompressSync(bytes)))) },
    { format: 'Jaeger', bytes: utf8(JSON.stringify(jaegerPage())) },
    { format: 'gzip', bytes: gzipSync(lines) },
    { format: 'zstd', bytes: zstdCompressSync(lines) },
  ]
}

function withoutUndefined(request: unknown): OtlpRequest {
  return JSON.parse(JSON.stringify(request))
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}

/** A message after its length, as the file exporter of the Collector writes it. */
export function framed(bytes: Uint8Array): Uint8Array {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, bytes.length)
  return joined([length, bytes])
}

const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'float64', boolean: 'bool' }

function jaegerPage() {
  return {
    data: CASES.map((testCase) => ({
      spans: spansOfCase(testCase).map((span) => ({
        traceID: span.traceId,
        spanID: span.spanId,
        operationName: span.name,
        references:
          span.parentSpanId === undefined
            ? []
            : [{ refType: 'CHILD_OF', traceID: span.traceId, spanID: span.parentSpanId }],
        startTime: Math.round(span.startMs * 1000),
        duration: Math.round(((span.endMs ?? span.startMs) - span.startMs) * 1000),
        tags: Object.entries(span.attributes).map(([key, value]) => ({
          key,
          type: TYPES[typeof value] ?? 'string',
          value: typeof value === 'object' ? JSON.stringify(value) : value,
        })),
        logs: [],
        processID: 'p1',
      })),
      processes: { p1: { serviceName: 'orders' } },
    })),
  }
}
