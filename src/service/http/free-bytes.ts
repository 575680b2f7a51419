/** A buffer that zlib was told to make is one byte larger than what it holds. */
const SPARE_BYTES = 1

/**
 * Gives back the memory of bytes that nobody else has, at once: a chunk of a request over HTTP/1, which Node copies into
 * memory of its own, or what a body was decompressed to. Left to the collector of garbage, tens of megabytes of them made
 * it go over the whole heap five times a second, which took a tenth of the service's time or more. Bytes that are a part of
 * something larger, as those in Node's pool always are, are left alone.
 */
export function freeBytes({ buffer, byteOffset, byteLength }: Uint8Array): void {
  if (byteOffset !== 0 || buffer.byteLength > byteLength + SPARE_BYTES) return
  if (buffer instanceof ArrayBuffer) buffer.transfer(0)
}
