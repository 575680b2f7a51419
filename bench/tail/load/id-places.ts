const TRACE_ID = 0x0a
const SPAN_ID = 0x12
const PARENT_SPAN_ID = 0x22
const LINK = 0x6a

/** Where the ids stand in a request in protobuf, so that they can be changed in place. */
export function idPlaces(bytes: Uint8Array): { traceIds: number[]; spanIds: number[] } {
  const traceIds: number[] = []
  const spanIds: number[] = []
  for (const resource of messages(bytes, 0, bytes.length, 0x0a))
    for (const scope of messages(bytes, ...resource, 0x12))
      for (const span of messages(bytes, ...scope, 0x12)) {
        for (const [at] of messages(bytes, ...span, TRACE_ID)) traceIds.push(at)
        for (const [at] of messages(bytes, ...span, SPAN_ID)) spanIds.push(at)
        // A parent that is written as an empty id is none.
        for (const [at, end] of messages(bytes, ...span, PARENT_SPAN_ID)) if (end > at) spanIds.push(at)
        for (const link of messages(bytes, ...span, LINK)) {
          for (const [at] of messages(bytes, ...link, TRACE_ID)) traceIds.push(at)
          for (const [at] of messages(bytes, ...link, SPAN_ID)) spanIds.push(at)
        }
      }
  return { traceIds, spanIds }
}

/** Where the fields with this tag begin and end. */
function* messages(
  bytes: Uint8Array,
  start: number,
  end: number,
  wanted: number,
): Generator<[start: number, end: number], void, undefined> {
  let at = start
  const varint = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }
  while (at < end) {
    const tag = varint()
    if (tag % 8 === 2) {
      const length = varint()
      if (tag === wanted) yield [at, at + length]
      at += length
    } else if (tag % 8 === 0) varint()
    else at += tag % 8 === 1 ? 8 : 4
  }
}
