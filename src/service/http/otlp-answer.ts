import type { BodyFormat } from '../intake/span-intake.ts'
import { type Refusal, rpcCodeOf } from './refusal.ts'
import { bytesField, textField, varintField } from './wire-writer.ts'

/** The media types of OTLP/HTTP. An answer has the one of its request. */
export const MEDIA_TYPES: Readonly<Record<BodyFormat, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
}

const UTF_8 = new TextEncoder()
const NOTHING = new Uint8Array(0)

/** Which signal an answer is about: OTLP/JSON names what was rejected. */
export const SIGNALS = ['traces', 'logs'] as const
export type Signal = (typeof SIGNALS)[number]

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
  const partial = [...varintField(1, rejected), ...textField(2, message ?? '')]
  return Uint8Array.from(bytesField(1, partial))
}

/** The body of an answer of failure: a google.rpc.Status. */
export function refusalBody({ status, message }: Refusal, format: BodyFormat): Uint8Array {
  const code = rpcCodeOf(status)
  if (format === 'json') return UTF_8.encode(JSON.stringify({ code, message }))
  return Uint8Array.from([...varintField(1, code), ...textField(2, message)])
}
