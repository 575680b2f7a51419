import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyFormat } from '../intake/span-intake.ts'
import type { Access } from './access.ts'
import { type BodyEncoding, decompress, encodingOf } from './decompress.ts'
import { freeBytes } from './free-bytes.ts'
import { MEDIA_TYPES, refusalBody, type Signal, successBody } from './otlp-answer.ts'
import type { Answer, OtlpTarget } from './otlp-target.ts'
import { type BodyRoom, receiveBody } from './receive-body.ts'
import type { Refusal } from './refusal.ts'

export interface OtlpHandlerOptions {
  readonly target: OtlpTarget
  readonly access: Access
  readonly room: BodyRoom
}

const PATHS: ReadonlyMap<string, Signal> = new Map([
  ['/v1/traces', 'traces'],
  ['/v1/logs', 'logs'],
])

/** How a body that is welcome is written, and what it is. */
export interface Head {
  readonly signal: Signal
  readonly format: BodyFormat
  readonly encoding: BodyEncoding
}

/** Answers OTLP/HTTP requests as the OTLP specification says (1.10, section OTLP/HTTP). */
export function createOtlpHandler({ target, access, room }: OtlpHandlerOptions) {
  function reply(response: ServerResponse, head: Partial<Head>, answer: Answer): void {
    const isRefused = 'status' in answer
    const status = isRefused ? answer.status : 200
    target.answered(head.signal, status)
    if (response.destroyed || response.headersSent) return
    const format = head.format ?? 'protobuf'
    const body = isRefused
      ? refusalBody(answer, format)
      : successBody(head.signal ?? 'traces', format, answer.rejected, answer.message)
    const { retryAfterS } = isRefused ? answer : {}
    response.writeHead(status, {
      'content-type': MEDIA_TYPES[format],
      'content-length': body.length,
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
      ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...(status === 405 ? { allow: 'POST' } : {}),
    })
    response.end(body)
  }

  /** Answers without reading the body, of which more may be on its way. */
  function turnAway(
    request: IncomingMessage,
    response: ServerResponse,
    head: Partial<Head>,
    refusal: Refusal,
  ): void {
    if (!request.complete) response.shouldKeepAlive = false
    reply(response, head, refusal)
    request.resume()
  }

  function refusalOf(request: IncomingMessage, head: Partial<Head>): Refusal | undefined {
    if (head.signal === undefined) return { status: 404, message: 'known are /v1/traces and /v1/logs' }
    if (request.method !== 'POST') return { status: 405, message: 'expected POST' }
    if (!access(request.headers.authorization)) {
      return { status: 401, message: 'expected a bearer token that is known' }
    }
    if (head.format === undefined) {
      return { status: 415, message: `expected the content type ${Object.values(MEDIA_TYPES).join(' or ')}` }
    }
    if (head.encoding === undefined) {
      return { status: 415, message: 'expected the content encoding gzip, zstd or identity' }
    }
    return target.refusal()
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const head = headOf(request)
    const refusal = refusalOf(request, head)
    const { signal, format, encoding } = head
    if (refusal !== undefined || signal === undefined || format === undefined || encoding === undefined) {
      turnAway(request, response, head, refusal ?? { status: 400, message: 'bad request' })
      return
    }
    receiveBody(
      request,
      room,
      (received) => {
        if (received === undefined) return
        if ('status' in received) return turnAway(request, response, head, received)
        const body = received.buffer.subarray(0, received.length)
        const bytes = decompress(body, encoding, room.maxBodyBytes)
        const release = () => room.pool.give(received.buffer)
        if ('status' in bytes) {
          reply(response, head, bytes)
          release()
          return
        }
        const answer = (given: Answer) => reply(response, head, given)
        if (bytes === body) return target.take(signal, bytes, format, answer, release)
        release()
        target.take(signal, bytes, format, answer, () => freeBytes(bytes))
      },
      freeBytes,
    )
  }
}

/** What the headers of a request say about its body, as far as it is known. */
export function headOf({ url = '', headers }: IncomingMessage): Partial<Head> {
  const signal = PATHS.get(url.split('?', 1)[0] ?? '')
  const format = formatOf(headers['content-type'])
  const encoding = encodingOf(headers['content-encoding'])
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(format === undefined ? {} : { format }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

function formatOf(header: string | undefined): BodyFormat | undefined {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase()
  return type === MEDIA_TYPES.json ? 'json' : type === MEDIA_TYPES.protobuf ? 'protobuf' : undefined
}
