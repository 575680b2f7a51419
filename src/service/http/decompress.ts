import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Refusal } from './refusal.ts'

/** The encodings that a body may have. */
export type BodyEncoding = 'identity' | 'gzip' | 'zstd'

/** The encoding that `Content-Encoding` names; undefined for one that is not known. */
export function encodingOf(header: string | undefined): BodyEncoding | undefined {
  const name = (header ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return 'identity'
  return name === 'gzip' || name === 'zstd' ? name : undefined
}

const MIN_CHUNK_BYTES = 16 * 1024
/** No body grows to more than this many times its size in deflate. */
const MOST_RATIO = 1032

/** The bytes of a body, at most `maxBytes`: a bomb is refused before it fills the memory. */
export function decompress(
  bytes: Uint8Array,
  encoding: BodyEncoding,
  maxBytes: number,
): Uint8Array | Refusal {
  if (encoding === 'identity') return bytes
  try {
    if (encoding === 'zstd') return zstdDecompressSync(bytes, { maxOutputLength: maxBytes })
    return gunzipSync(bytes, { maxOutputLength: maxBytes, chunkSize: chunkBytes(bytes, maxBytes) })
  } catch (error) {
    if (error instanceof RangeError || codeOf(error) === 'ERR_BUFFER_TOO_LARGE') {
      return { status: 413, message: `the body has more than ${maxBytes} bytes when it is decompressed` }
    }
    return { status: 400, message: `the body cannot be decompressed as ${encoding}` }
  }
}

/** The end of a gzip body says how large it is: in one chunk of that size it is decompressed the fastest. */
function chunkBytes(bytes: Uint8Array, maxBytes: number): number {
  const end = bytes.length
  const said =
    ((bytes[end - 4] ?? 0) |
      ((bytes[end - 3] ?? 0) << 8) |
      ((bytes[end - 2] ?? 0) << 16) |
      ((bytes[end - 1] ?? 0) << 24)) >>>
    0
  return Math.max(MIN_CHUNK_BYTES, Math.min(said + 1, maxBytes, MOST_RATIO * end))
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
