import { ATTR_TOOLSPAN_TAIL_REASON, ATTR_TOOLSPAN_TAIL_SIGNAL } from '../../semconv/attributes/tail.ts'
import { METRIC_TAIL_COPIES_SKIPPED } from '../../semconv/tail-metrics.ts'
import { type BodyEncoding, decompress } from '../http/decompress.ts'
import { SIGNALS, type Signal } from '../http/otlp-answer.ts'
import type { OtlpTarget } from '../http/otlp-target.ts'
import type { BodyRoom } from '../http/receive-body.ts'
import type { BodyFormat } from '../intake/span-intake.ts'
import type { MetricRegistry } from '../metrics/metric-registry.ts'

/** How a body that passes by is written. */
export interface PassingBody {
  readonly signal: Signal
  readonly format: BodyFormat
  readonly encoding: BodyEncoding
}

/** A copy of one body, which grows as the body passes by. Nothing that it does can be felt by the body. */
export interface Copy {
  add(chunk: Uint8Array): void
  /** The body has passed: looks at what follows the first `skip` bytes. */
  look(skip?: number): void
  /** The body broke off: forgets it. */
  drop(): void
}

/** Copies of what is forwarded. Those that there is no room for are counted and not made. */
export interface Copies {
  of(body: PassingBody): Copy
}

/** Why a copy is not looked at. */
const REASONS = ['overloaded', 'unreadable', 'broken', 'no_room'] as const
type Reason = (typeof REASONS)[number]

export function createCopies(target: OtlpTarget, room: BodyRoom, metrics: MetricRegistry): Copies {
  const skips = (signal: Signal, reason: Reason) =>
    metrics.count(METRIC_TAIL_COPIES_SKIPPED, {
      [ATTR_TOOLSPAN_TAIL_SIGNAL]: signal,
      [ATTR_TOOLSPAN_TAIL_REASON]: reason,
    })
  // All are there from the start: a series that is born with its first skip looks as if there had been none.
  for (const reason of REASONS) for (const signal of SIGNALS) skips(signal, reason)

  function skipped(signal: Signal, reason: Reason): void {
    skips(signal, reason).add(1)
  }

  function take({ signal, format, encoding }: PassingBody, bytes: Uint8Array): void {
    if (target.refusal() !== undefined) {
      skipped(signal, 'overloaded')
      return
    }
    try {
      const plain = decompress(bytes, encoding, room.maxBodyBytes)
      if ('status' in plain) skipped(signal, 'unreadable')
      else target.take(signal, plain, format, () => {})
    } catch {
      skipped(signal, 'broken')
    }
  }

  return {
    of(body) {
      let buffer: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(0)
      let length = 0

      function give(): void {
        if (buffer === undefined || buffer.length === 0) return
        room.bytes -= buffer.length
        room.pool.give(buffer)
      }

      /** False where there is no room for a larger copy. */
      function grow(bytes: number): boolean {
        if (bytes > room.maxBodyBytes || room.bytes + 2 * bytes > room.maxBytes) return false
        const larger = room.pool.take(bytes)
        if (buffer !== undefined) larger.set(buffer.subarray(0, length))
        give()
        room.bytes += larger.length
        buffer = larger
        return true
      }

      return {
        add(chunk) {
          if (buffer === undefined) return
          if (length + chunk.length > buffer.length && !grow(length + chunk.length)) {
            give()
            buffer = undefined
            skipped(body.signal, 'no_room')
            return
          }
          buffer.set(chunk, length)
          length += chunk.length
        },
        look(skip = 0) {
          if (buffer === undefined) return
          take(body, buffer.subarray(skip, length))
          give()
          buffer = undefined
        },
        drop() {
          give()
          buffer = undefined
        },
      }
    },
  }
}
