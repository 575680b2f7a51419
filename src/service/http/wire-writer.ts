// What little protobuf answers need, written by hand: messages of two or three fields.

/** A field that holds a number; nothing where it is 0, as protobuf leaves it out. */
export function varintField(field: number, value: number): number[] {
  return value === 0 ? [] : [field << 3, ...varint(value)]
}

/** A field that holds bytes, a text in UTF-8 or a message; nothing where it is empty. */
export function bytesField(field: number, bytes: ArrayLike<number>): number[] {
  return bytes.length === 0 ? [] : [(field << 3) | 2, ...varint(bytes.length), ...Array.from(bytes)]
}

const UTF_8 = new TextEncoder()

export function textField(field: number, text: string): number[] {
  return bytesField(field, UTF_8.encode(text))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let left = value
  for (; left > 0x7f; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80)
  return [...bytes, left]
}
