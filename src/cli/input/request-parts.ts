import type { Bytes } from './byte-stream.ts'
import type { Frame } from './frames.ts'
import { HeldBytes } from './held-bytes.ts'
import { InputFault } from './input-fault.ts'

/**
 * A request in protobuf in parts of about `size` bytes, each of them a whole request: its fields are independent of one
 * another. Requests that follow one another without anything between them are read as one. Throws an InputFault where
 * the stream is no such message or ends within a field.
 */
export async function* requestParts(
  stream: Bytes,
  size: number,
  maxBytes: number,
): AsyncGenerator<Frame, void, undefined> {
  const held = new HeldBytes()
  let offset = 0
  let whole = 0

  function part(): Frame {
    const taken = { offset, bytes: held.take(whole) }
    offset += whole
    whole = 0
    return taken
  }

  for await (const chunk of stream) {
    held.add(chunk)
    for (;;) {
      const length = fieldLength(held.view, whole)
      if (length === undefined) break
      if (length === 'wrong') {
        if (whole > 0) yield part()
        throw new InputFault('expected the field resource_spans of a trace request in protobuf', offset)
      }
      if (length > maxBytes) {
        throw new InputFault(
          `a field says that it is ${length} bytes long, ${maxBytes} is the most`,
          offset + whole,
        )
      }
      if (whole + length > held.length) break
      whole += length
      if (whole >= size) yield part()
    }
  }
  if (whole > 0) yield part()
  if (held.length === 0) return
  const length = fieldLength(held.view, 0)
  throw new InputFault(
    `the file ends within a field${typeof length === 'number' ? ` of ${length} bytes` : ''}, ${held.length} bytes are left`,
    offset,
  )
}

/** The bytes of a field with its tag and length; undefined where they are not all there. */
function fieldLength(bytes: Uint8Array, at: number): number | 'wrong' | undefined {
  const tag = bytes[at]
  if (tag === undefined) return undefined
  if (tag % 8 !== 2 || tag >= 0x80) return 'wrong'
  let length = 0
  for (let index = 1; index <= 6; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 128 ** (index - 1)
    if (byte < 0x80) return 1 + index + length
  }
  return 'wrong'
}
