// Writes protobuf by hand, so that a test can write what no library would.

/** A field of a message: its number and its value, already in wire format. */
export type Field = Uint8Array

/** A message out of its fields, in the order in which they are given. */
export function message(...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(fields.reduce((length, field) => length + field.length, 0))
  let at = 0
  for (const field of fields) {
    whole.set(field, at)
    at += field.length
  }
  return whole
}

export function varint(value: number | bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  do {
    const byte = Number(rest & 0x7fn)
    rest >>= 7n
    bytes.push(rest > 0n ? byte | 0x80 : byte)
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

export const varintField = (number: number, value: number | bigint): Field =>
  message(varint(number * 8), varint(value))

export const bytesField = (number: number, bytes: Uint8Array): Field =>
  message(varint(number * 8 + 2), varint(bytes.length), bytes)

export const textField = (number: number, text: string): Field =>
  bytesField(number, new TextEncoder().encode(text))

export const hexField = (number: number, hex: string): Field => bytesField(number, Buffer.from(hex, 'hex'))

export function fixed64Field(number: number, value: bigint): Field {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return message(varint(number * 8 + 1), bytes)
}

export function doubleField(number: number, value: number): Field {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setFloat64(0, value, true)
  return message(varint(number * 8 + 1), bytes)
}

export function fixed32Field(number: number, value: number): Field {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value, true)
  return message(varint(number * 8 + 5), bytes)
}
