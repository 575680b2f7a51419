import type { Bytes } from './byte-stream.ts'
import { frameLength } from './format.ts'
import { HeldBytes } from './held-bytes.ts'
import { InputFault } from './input-fault.ts'

/** One message of a stream in which each is preceded by its length. */
export interface Frame {
  /** Where the message begins. */
  readonly offset: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const LENGTH_BYTES = 4

/**
 * The messages of what the Collector's file exporter writes as protobuf or compressed. Throws an InputFault where a
 * length cannot be true or the stream ends within a message: nothing tells then where the next one begins.
 */
export async function* readFrames(stream: Bytes, maxBytes: number): AsyncGenerator<Frame, void, undefined> {
  const held = new HeldBytes()
  let offset = 0
  for await (const chunk of stream) {
    held.add(chunk)
    for (;;) {
      if (held.length < LENGTH_BYTES) break
      const length = frameLength(held.view)
      if (length > maxBytes) {
        throw new InputFault(
          `a message says that it is ${length} bytes long, ${maxBytes} is the most`,
          offset,
        )
      }
      if (held.length < LENGTH_BYTES + length) break
      held.drop(LENGTH_BYTES)
      yield { offset: offset + LENGTH_BYTES, bytes: held.take(length) }
      offset += LENGTH_BYTES + length
    }
  }
  if (held.length === 0) return
  const wanted = held.length < LENGTH_BYTES ? 'its length' : `a message of ${frameLength(held.view)} bytes`
  throw new InputFault(`the file ends within ${wanted}, ${held.length} bytes are left`, offset)
}
