import { readKeyValue } from '../otlp-protobuf-values.ts'
import { WireReader } from '../otlp-wire.ts'
import type { AttributeValue } from '../span-input.ts'
import type { KnownAttributes } from './known-attributes.ts'
import type { WireCursor } from './wire-cursor.ts'

// Tags of KeyValue and AnyValue (opentelemetry/proto/common/v1/common.proto).
const KEY = 0x0a
const VALUE = 0x12
const TEXT = 0x0a
const BOOLEAN = 0x10
const INTEGER = 0x18
const DOUBLE = 0x21
const LIST = 0x2a
const LIST_VALUE = 0x0a
const DOUBLE_BYTES = 8
/** A whole number of so many bytes fits into a double, and has no sign. */
const MAX_INTEGER_BYTES = 7

/** Reads the attribute between `start` and `end`. It goes into `into` where it is wanted. */
export function readWireAttribute(
  cursor: WireCursor,
  start: number,
  end: number,
  into: KnownAttributes,
): void {
  if (!readUsual(cursor, start, end, into)) readAny(cursor, start, end, into)
}

/** Reads the attribute from here to `end`; the place is then there. */
export function readNextAttribute(cursor: WireCursor, end: number, into: KnownAttributes): void {
  readWireAttribute(cursor, cursor.at, end, into)
  cursor.at = end
}

/**
 * The key, then a value that is no list and no map: what nearly everybody writes. Lengths of one byte are read here: a
 * span has some twenty attributes, and each of them four lengths.
 */
function readUsual(cursor: WireCursor, start: number, end: number, into: KnownAttributes): boolean {
  const { bytes, view } = cursor
  const keyStart = start + 2
  const keyLength = bytes[start + 1] ?? MORE
  const keyEnd = keyStart + keyLength
  // The shortest value is an empty text: two bytes, behind a tag and a length.
  if (keyLength >= MORE || keyEnd + 4 > end || bytes[start] !== KEY || bytes[keyEnd] !== VALUE) return false
  let at = afterLength(cursor, keyEnd + 1, end)
  if (at < 0) return false
  const type = bytes[at++]
  if (type !== TEXT) return readOther(cursor, at, end, type, into, into.find(view, keyStart, keyEnd))
  at = afterLength(cursor, at, end)
  if (at < 0) return false
  const index = into.find(view, keyStart, keyEnd)
  if (index >= 0) into.setText(index, at, end)
  return true
}

/** A length has one byte where none of its bits says that there is more. */
const MORE = 0x80

/** Where the bytes begin whose length stands at `at`; -1 where they are not all that is left. */
function afterLength(cursor: WireCursor, at: number, end: number): number {
  const length = cursor.bytes[at] ?? MORE
  if (length < MORE) return at + 1 + length === end ? at + 1 : -1
  cursor.at = at
  return cursor.fieldEnd(end) === end ? cursor.at : -1
}

/** A value that is no text. */
function readOther(
  cursor: WireCursor,
  start: number,
  end: number,
  type: number | undefined,
  into: KnownAttributes,
  index: number,
): boolean {
  if (start > end) return false
  cursor.at = start
  if (type === LIST && index < 0) return cursor.fieldEnd(end) === end && isUsualList(cursor, end)
  if (type === DOUBLE && index < 0) return end - start === DOUBLE_BYTES
  if (type !== BOOLEAN && type !== INTEGER) return false
  if (index < 0) {
    cursor.passVarint(end)
    return cursor.at === end
  }
  const value = smallInteger(cursor.bytes, start, end)
  if (value === undefined) return false
  into.set(index, type === BOOLEAN ? value !== 0 : value)
  return true
}

/** Whether a list that nobody reads is one of texts. */
function isUsualList(cursor: WireCursor, end: number): boolean {
  const { bytes } = cursor
  while (cursor.at < end) {
    if (bytes[cursor.at++] !== LIST_VALUE) return false
    const valueEnd = cursor.fieldEnd(end)
    if (cursor.at >= valueEnd || bytes[cursor.at++] !== TEXT) return false
    if (cursor.fieldEnd(valueEnd) !== valueEnd) return false
    cursor.at = valueEnd
  }
  return true
}

function smallInteger(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > MAX_INTEGER_BYTES || end === start) return undefined
  let value = 0
  for (let at = end - 1; at >= start; at--) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80 !== (at === end - 1)) return undefined
    value = value * 128 + (byte & 0x7f)
  }
  return value
}

/** Any attribute, as the reader of objects reads it. Throws what that throws. */
function readAny(cursor: WireCursor, start: number, end: number, into: KnownAttributes): void {
  const held: Record<string, AttributeValue> = {}
  readKeyValue(new WireReader(cursor.bytes, 0, start, end), held)
  for (const [name, value] of Object.entries(held)) {
    const index = into.indexOf(name)
    if (index >= 0) into.set(index, value)
  }
}
