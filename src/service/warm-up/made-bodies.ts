import { bytesField, textField, varintField } from '../http/wire-writer.ts'
import type { BodyFormat } from '../intake/span-intake.ts'
import type { MadeSpan } from './made-spans.ts'

const CLIENT = 3
const ERROR = 2
const SERVICE_NAME = 'service.name'
const UTF_8 = new TextEncoder()

/** Spans as the body of a request, a resource for each. */
export function madeBody(spans: readonly MadeSpan[], format: BodyFormat): Uint8Array {
  if (format === 'json') return UTF_8.encode(JSON.stringify({ resourceSpans: spans.map(jsonResource) }))
  return Uint8Array.from(spans.flatMap((span) => bytesField(1, protobufResource(span))))
}

function jsonResource(span: MadeSpan) {
  const { traceId, spanId, parentSpanId, name, service, startMs, endMs, failed, attributes } = span
  return {
    resource: { attributes: [{ key: SERVICE_NAME, value: { stringValue: service } }] },
    scopeSpans: [
      {
        scope: { name: 'warm-up' },
        spans: [
          {
            traceId,
            spanId,
            parentSpanId,
            name,
            kind: CLIENT,
            startTimeUnixNano: `${startMs}000000`,
            endTimeUnixNano: `${endMs}000000`,
            attributes: Object.entries(attributes).map(([key, value]) => ({
              key,
              value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
            })),
            status: { code: failed ? ERROR : 0 },
          },
        ],
      },
    ],
  }
}

function protobufResource(span: MadeSpan): number[] {
  const scope = textField(1, 'warm-up')
  return [
    ...bytesField(1, bytesField(1, keyValue(SERVICE_NAME, span.service))),
    ...bytesField(2, [...bytesField(1, scope), ...bytesField(2, protobufSpan(span))]),
  ]
}

function protobufSpan(span: MadeSpan): number[] {
  return [
    ...bytesField(1, idBytes(span.traceId)),
    ...bytesField(2, idBytes(span.spanId)),
    ...(span.parentSpanId === undefined ? [] : bytesField(4, idBytes(span.parentSpanId))),
    ...textField(5, span.name),
    ...varintField(6, CLIENT),
    ...timeField(7, span.startMs),
    ...timeField(8, span.endMs),
    ...Object.entries(span.attributes).flatMap(([key, value]) => bytesField(9, keyValue(key, value))),
    ...bytesField(15, varintField(3, span.failed ? ERROR : 0)),
  ]
}

function keyValue(key: string, value: string | number): number[] {
  const held = typeof value === 'number' ? varintField(3, value) : textField(1, value)
  return [...textField(1, key), ...bytesField(2, held)]
}

function idBytes(id: string): Uint8Array {
  return Buffer.from(id, 'hex')
}

/** Nanoseconds in eight bytes, the least first. */
function timeField(field: number, ms: number): number[] {
  const bytes = new DataView(new ArrayBuffer(8))
  bytes.setBigUint64(0, BigInt(ms) * 1_000_000n, true)
  return [(field << 3) | 1, ...new Uint8Array(bytes.buffer)]
}
