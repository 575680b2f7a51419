/** What the first bytes of a stream say that it is. */
export type Format = 'gzip' | 'zstd' | 'protobuf' | 'frames' | 'json' | 'utf16' | 'binary' | 'empty'

/** So many bytes tell a format. */
export const HEAD_BYTES = 64

const GZIP = [0x1f, 0x8b]
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd]
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d])
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
/** Field 1 of a message, of the type that has a length: the first byte of every trace request in protobuf. */
const FIELD_1 = 0x0a
/** The fields of a ResourceSpans: resource, scope spans, schema URL. */
const RESOURCE_FIELDS = new Set([0x0a, 0x12, 0x1a])
const LENGTH_BYTES = 4

/** Tells the format by the first bytes of the content; names of files say little. */
export function formatOf(content: Uint8Array): Format {
  const head = content.subarray(0, HEAD_BYTES)
  if (head.length === 0) return 'empty'
  if (startsWith(head, GZIP)) return 'gzip'
  if (startsWith(head, ZSTD)) return 'zstd'
  if (isRequest(head)) return 'protobuf'
  if (isFrame(head)) return 'frames'
  if (startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff])) return 'utf16'
  // Whatever is wrong within a text: a bad line must not hide the other ones.
  return head.includes(0) && !opensLikeJson(head) ? 'binary' : 'json'
}

function opensLikeJson(head: Uint8Array): boolean {
  const first = head.find((byte) => !SPACES.has(byte))
  return first === OPEN_BRACE || first === OPEN_BRACKET
}

/** The same for what stands inside a frame, which is never a frame itself. */
export function formatInFrame(bytes: Uint8Array): 'zstd' | 'protobuf' | 'json' {
  if (startsWith(bytes, ZSTD)) return 'zstd'
  return isRequest(bytes.subarray(0, HEAD_BYTES)) ? 'protobuf' : 'json'
}

function startsWith(bytes: Uint8Array, magic: readonly number[], at = 0): boolean {
  return magic.every((byte, index) => bytes[at + index] === byte)
}

/** A text that begins with line breaks begins with the same byte: so the message inside has to fit, too. */
function isRequest(head: Uint8Array): boolean {
  if (head[0] !== FIELD_1) return false
  const outer = lengthAt(head, 1)
  if (outer === undefined) return false
  if (outer.value === 0) return true
  if (!RESOURCE_FIELDS.has(head[outer.next] ?? 0)) return false
  const inner = lengthAt(head, outer.next + 1)
  return inner !== undefined && inner.next - outer.next + inner.value <= outer.value
}

/** The file exporter of the Collector writes the length of each message before it, in four bytes, the greatest first. */
function isFrame(head: Uint8Array): boolean {
  if (head.length <= LENGTH_BYTES || frameLength(head) === 0) return false
  const first = head[LENGTH_BYTES]
  const isJson = first === OPEN_BRACE || first === OPEN_BRACKET
  const rest = head.subarray(LENGTH_BYTES)
  // The lengths of real messages begin with a zero; letters would be a length of more than a gigabyte.
  return (head[0] ?? 0) < 0x10 && (isJson || startsWith(rest, ZSTD) || isRequest(rest))
}

export function frameLength(head: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = head
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
}

function lengthAt(head: Uint8Array, at: number): { value: number; next: number } | undefined {
  let value = 0
  for (let index = 0; index < 5; index++) {
    const byte = head[at + index]
    if (byte === undefined) return undefined
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, next: at + index + 1 }
  }
  return undefined
}
