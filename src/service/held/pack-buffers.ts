/** Each doubling of size is cut into so many steps: a buffer is at most an eighth larger than what is asked for. */
const STEPS_A_DOUBLING = 8
const LEAST_BYTES = 4096
/** So many bytes wait to be used again at most. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024

/**
 * Memory for packs, used again and again: packs come and go all the time, and what is left to the collector of garbage
 * lies about for long.
 */
export class PackBuffers {
  /** By size: buffers that nobody uses. */
  readonly #waiting = new Map<number, ArrayBuffer[]>()
  #waitingBytes = 0

  /** So many bytes; what stands in them means nothing. */
  take(length: number): Uint8Array<ArrayBuffer> {
    const size = sizeFor(length)
    const buffer = this.#waiting.get(size)?.pop()
    if (buffer !== undefined) this.#waitingBytes -= size
    return new Uint8Array(buffer ?? new ArrayBuffer(size), 0, length)
  }

  /** Gives back what `take` gave: nobody reads it any more. Other memory is left alone. */
  give({ buffer, length }: Uint8Array<ArrayBuffer>): void {
    const size = buffer.byteLength
    if (size !== sizeFor(length) || this.#waitingBytes + size > MOST_WAITING_BYTES) return
    const waiting = this.#waiting.get(size)
    if (waiting === undefined) this.#waiting.set(size, [buffer])
    else waiting.push(buffer)
    this.#waitingBytes += size
  }
}

/** The size of the buffer for so many bytes: a whole number of steps. */
function sizeFor(length: number): number {
  const doubling = 2 ** Math.floor(Math.log2(Math.max(LEAST_BYTES, length)))
  const step = doubling / STEPS_A_DOUBLING
  return Math.ceil(Math.max(LEAST_BYTES, length) / step) * step
}
