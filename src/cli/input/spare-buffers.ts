/** More than these are let go of: they are for what is under way, not for what was once. */
const MOST = 8
/** Sizes go by so many bytes, so that a buffer fits again. */
const STEP = 256 * 1024

const spare: ArrayBuffer[] = []

/**
 * Bytes to be filled, whatever is in them, in a buffer that was given back where one is large enough. Buffers of a
 * megabyte that are made anew are cleared first, and fill the memory until somebody collects them.
 */
export function takeBytes(count: number): Uint8Array<ArrayBuffer> {
  const index = spare.findIndex(({ byteLength }) => byteLength >= count)
  const [buffer] = index < 0 ? [] : spare.splice(index, 1)
  return new Uint8Array(buffer ?? new ArrayBuffer(Math.ceil(count / STEP) * STEP), 0, count)
}

/** Gives a buffer back that nobody reads any more. */
export function giveBack(buffer: ArrayBuffer): void {
  if (spare.length < MOST && buffer.byteLength > 0 && buffer.byteLength % STEP === 0) spare.push(buffer)
}
