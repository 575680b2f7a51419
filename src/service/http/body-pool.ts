/** Bodies are at least so large that most fit without growing. */
const LEAST_BYTES = 64 * 1024
/** So many bytes of unused buffers are kept. */
const MOST_IDLE_BYTES = 64 * 1024 * 1024

/** Buffers for bodies: a new one for each request would cost more than reading it, since it is filled with zeros. */
export interface BodyPool {
  /** A buffer of at least `bytes` bytes, with anything in it. */
  take(bytes: number): Uint8Array<ArrayBuffer>
  give(buffer: Uint8Array<ArrayBuffer>): void
}

export function createBodyPool(mostIdleBytes = MOST_IDLE_BYTES): BodyPool {
  const idle = new Map<number, Uint8Array<ArrayBuffer>[]>()
  let idleBytes = 0
  return {
    take(bytes) {
      const size = 2 ** Math.ceil(Math.log2(Math.max(LEAST_BYTES, bytes)))
      const buffer = idle.get(size)?.pop()
      if (buffer === undefined) return new Uint8Array(size)
      idleBytes -= size
      return buffer
    },
    give(buffer) {
      if (idleBytes + buffer.length > mostIdleBytes) return
      const held = idle.get(buffer.length) ?? []
      if (held.length === 0) idle.set(buffer.length, held)
      held.push(buffer)
      idleBytes += buffer.length
    },
  }
}
