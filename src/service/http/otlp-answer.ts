import type { BodyFormat } from '../intake/span-intake.ts'
import { type Refusal, rpcCodeOf } from './refusal.ts'

/** The media types of OTLP/HTTP. An answer has the one of its request. */
export const MEDIA_TYPES: Readonly<Record<BodyFormat, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
}

const UTF_8 = new TextEncoder()
const NOTHING = new Uint8Array(0)

/** Which signal an answer is about: OTLP/JSON names what was rejected. */
export type Signal = 'traces' | 'logs'

const REJECTED = { traces: 'rejectedSpans', logs: 'rejectedLogRecords' } as const

/**
 * The body of an answer of success. Where something was rejected, or there is something to say, it says so as a partial
 * success; a full one is an empty message.
 */
export function successBody(
  signal: Signal,
  format: BodyFormat,
  rejected: number,
  message: string | undefined,
): Uint8Array {
  const isFull = rejected === 0 && message === undefined
  if (format === 'json') {
    const partialSuccess = { [REJECTED[signal]]: String(rejected), errorMessage: message ?? '' }
    return UTF_8.encode(JSON.stringify(isFull ? {} : { partialSuccess }))
  }
  if (isFull) return NOTHING
  const partial = [...varintField(1, rejected), ...bytesField(2, UTF_8.encode(message ?? ''))]
  return Uint8Array.from(bytesField(1, partial))
}

/** The body of an answer of failure: a google.rpc.Status. */
export function refusalBody({ status, message }: Refusal, format: BodyFormat): Uint8Array {
  const code = rpcCodeOf(status)
  if (format === 'json') return UTF_8.encode(JSON.stringify({ code, message }))
  return Uint8Array.from([...varintField(1, code), ...bytesField(2, UTF_8.encode(message))])
}

function varintField(field: number, value: number): number[] {
  return value === 0 ? [] : [field << 3, ...varint(value)]
}

function bytesField(field: number, bytes: ArrayLike<number>): number[] {
  return bytes.length === 0 ? [] : [(field << 3) | 2, ...varint(bytes.length), ...Array.from(bytes)]
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80)
  return [...bytes, left]
}
