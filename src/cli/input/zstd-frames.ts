import { Readable } from 'node:stream'
import { createZstdDecompress, type ZstdDecompress } from 'node:zlib'
import type { Bytes } from './byte-stream.ts'

/**
 * The content of zstd frames that follow one another, as writers leave them that finish a frame at each flush. Node's
 * own stream ends with the first frame.
 */
export async function* zstdFrames(compressed: Bytes): Bytes {
  const input = new FrameInput(compressed)
  while (await input.hasMore()) {
    const frame = createZstdDecompress()
    const fed = Readable.from(input.feed(frame), { objectMode: false })
    fed.on('error', (error) => frame.destroy(error))
    fed.pipe(frame)
    yield* frame
    fed.destroy()
    input.endOf(frame)
  }
}

/** A stream of frames. What a frame was fed with beyond its end is there again for the next one. */
class FrameInput {
  readonly #iterator: AsyncIterator<Uint8Array>
  /** What was read and is not known to be used up. */
  readonly #held: Uint8Array[] = []
  /** How many of those this frame was fed with. */
  #fed = 0
  /** Bytes of this frame that are not held any more. */
  #dropped = 0

  constructor(stream: Bytes) {
    this.#iterator = stream[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    return this.#held.length > 0 || (await this.#readMore())
  }

  async *feed(frame: ZstdDecompress): Bytes {
    while (this.#fed < this.#held.length || (await this.#readMore())) {
      const next = this.#held[this.#fed]
      if (next === undefined) return
      this.#fed += 1
      yield next
      this.#dropUsed(frame)
    }
  }

  endOf(frame: ZstdDecompress): void {
    this.#dropUsed(frame)
    const [first] = this.#held
    if (first !== undefined) this.#held[0] = first.subarray(frame.bytesWritten - this.#dropped)
    this.#fed = 0
    this.#dropped = 0
  }

  #dropUsed(frame: ZstdDecompress): void {
    for (let first = this.#held[0]; first !== undefined && this.#fed > 0; first = this.#held[0]) {
      if (this.#dropped + first.length > frame.bytesWritten) return
      this.#dropped += first.length
      this.#held.shift()
      this.#fed -= 1
    }
  }

  async #readMore(): Promise<boolean> {
    for (;;) {
      const next = await this.#iterator.next()
      if (next.done === true) return false
      if (next.value.length === 0) continue
      this.#held.push(next.value)
      return true
    }
  }
}
