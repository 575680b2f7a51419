import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Bytes } from './byte-stream.ts'
import { InputFault } from './input-fault.ts'
import { zstdFrames } from './zstd-frames.ts'

/** How much may come out of a compressed stream. */
export interface Inflation {
  /** So many bytes may always come out. */
  readonly freeBytes: number
  /** Beyond those, so many for each byte that went in. */
  readonly ratio: number
}

/** Traces shrink to a tenth, made-up ones to a hundredth; what is packed tighter was made to fill a disk. */
const MOST: Inflation = { freeBytes: 2 ** 30, ratio: 200 }

/** The content of a gzip or zstd stream. Throws an InputFault where it is broken, cut off or a bomb. */
export async function* decompressed(
  compressed: Bytes,
  format: 'gzip' | 'zstd',
  most: Inflation = MOST,
): Bytes {
  let bytesIn = 0
  let bytesOut = 0
  const counted = async function* () {
    for await (const chunk of compressed) {
      bytesIn += chunk.length
      // It is still being read when the next one is asked for.
      yield chunk.slice()
    }
  }
  try {
    for await (const chunk of format === 'gzip' ? gunzipped(counted()) : zstdFrames(counted())) {
      bytesOut += chunk.length
      if (bytesOut > Math.max(most.freeBytes, most.ratio * bytesIn)) {
        throw new InputFault(
          `the ${format} stream is no recording: ${bytesIn} bytes of it hold more than ${bytesOut - chunk.length}; the rest was not read`,
        )
      }
      yield chunk
    }
  } catch (error) {
    if (error instanceof InputFault || !isZlibError(error)) throw error
    throw new InputFault(
      `the ${format} stream is broken or cut off within its first ${bytesIn} bytes: ${error.message}`,
    )
  }
}

function gunzipped(compressed: Bytes): Bytes {
  const gunzip = createGunzip()
  const input = Readable.from(compressed, { objectMode: false })
  input.on('error', (error) => gunzip.destroy(error))
  return input.pipe(gunzip)
}

function isZlibError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_|ERR_ZLIB|ERR_ZSTD)/.test(String(error.code))
  )
}
