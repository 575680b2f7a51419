import { isAscii } from 'node:buffer'

/** UTF-8; what is none becomes the replacement character. */
export function textOf(bytes: Uint8Array): string {
  const buffer = bufferOf(bytes)
  return buffer.toString(isAscii(buffer) ? 'latin1' : 'utf8')
}

/** A text of bytes that are all ASCII. */
export function latin1Text(bytes: Uint8Array, start: number, end: number): string {
  if (bytes !== lastBytes) {
    lastBytes = bytes
    lastBuffer = bufferOf(bytes)
  }
  return lastBuffer.toString('latin1', start, end)
}

/** Thousands of texts are made of the same bytes. */
let lastBytes: Uint8Array = new Uint8Array(0)
let lastBuffer: Buffer = Buffer.alloc(0)

/** The same bytes with the methods of Buffer: it looks for a byte many times faster. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
