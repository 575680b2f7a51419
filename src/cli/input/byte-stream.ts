/** Bytes as they arrive. A piece is good until the next one is asked for. */
export type Bytes = AsyncIterable<Uint8Array>

/** The first bytes of a stream, at least `count` where there are so many, and the whole stream, those included. */
export async function peek(stream: Bytes, count: number): Promise<{ head: Uint8Array; all: Bytes }> {
  const iterator = stream[Symbol.asyncIterator]()
  const taken: Uint8Array[] = []
  let length = 0
  while (length < count) {
    const next = await iterator.next()
    if (next.done === true) break
    taken.push(next.value.slice())
    length += next.value.length
  }
  return { head: joined(taken), all: resumed(taken, iterator) }
}

async function* resumed(taken: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): Bytes {
  try {
    yield* taken
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** One array of its own over several. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
