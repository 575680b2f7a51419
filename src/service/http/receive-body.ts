import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { BodyPool } from './body-pool.ts'
import type { Refusal } from './refusal.ts'

/** A body in a buffer of the pool, which has to be given back. */
export interface ReceivedBody {
  readonly buffer: Uint8Array<ArrayBuffer>
  readonly length: number
}

/** Bytes of bodies that are being received, over all connections. */
export interface BodyRoom {
  readonly pool: BodyPool
  /** The most that one body may have. */
  readonly maxBodyBytes: number
  /** The most that all bodies under way may have. */
  readonly maxBytes: number
  bytes: number
}

/**
 * Receives a body, at most as large as there is room for. `done` is called once: with the body, with a refusal, or with
 * undefined where the sender went away. `free` is told of each chunk that is needed no more.
 */
export function receiveBody(
  request: Readable & { readonly headers?: IncomingHttpHeaders },
  room: BodyRoom,
  done: (body: ReceivedBody | Refusal | undefined) => void,
  free?: (chunk: Uint8Array) => void,
): void {
  const announced = Number(request.headers?.['content-length'] ?? 0)
  if (announced > room.maxBodyBytes) {
    done(tooLarge(room))
    return
  }
  let buffer = room.pool.take(announced)
  if (room.bytes + buffer.length > room.maxBytes) {
    room.pool.give(buffer)
    done({ status: 429, message: 'too many requests are under way', retryAfterS: 1 })
    return
  }
  room.bytes += buffer.length
  let length = 0
  let isDone = false

  function finish(outcome: ReceivedBody | Refusal | undefined): void {
    if (isDone) return
    isDone = true
    room.bytes -= buffer.length
    if (outcome === undefined || !('buffer' in outcome)) room.pool.give(buffer)
    done(outcome)
  }

  function grow(bytes: number): void {
    const larger = room.pool.take(bytes)
    larger.set(buffer.subarray(0, length))
    room.bytes += larger.length - buffer.length
    room.pool.give(buffer)
    buffer = larger
  }

  request.on('data', (chunk: Uint8Array) => {
    if (isDone) return
    if (length + chunk.length > room.maxBodyBytes) return finish(tooLarge(room))
    if (length + chunk.length > buffer.length) grow(length + chunk.length)
    buffer.set(chunk, length)
    length += chunk.length
    free?.(chunk)
  })
  request.on('end', () => finish({ buffer, length }))
  request.on('error', () => finish(undefined))
  request.on('close', () => finish(undefined))
}

function tooLarge({ maxBodyBytes }: BodyRoom): Refusal {
  return { status: 413, message: `the body has more than ${maxBodyBytes} bytes` }
}
