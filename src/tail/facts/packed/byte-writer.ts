const FIRST_SIZE = 4096

/** Bytes that grow. Numbers are written the little-endian way. */
export class ByteWriter {
  #bytes = new Uint8Array(FIRST_SIZE)
  #view = new DataView(this.#bytes.buffer)
  length = 0

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  uint32(value: number): void {
    this.#reserve(4)
    this.#view.setUint32(this.length, value, true)
    this.length += 4
  }

  float64(value: number): void {
    this.#reserve(8)
    this.#view.setFloat64(this.length, value, true)
    this.length += 8
  }

  /** Two digits a byte. */
  hex(digits: string): void {
    const count = digits.length >> 1
    this.#reserve(count)
    for (let index = 0; index < count; index++) {
      const high = valueOfDigit(digits.charCodeAt(2 * index))
      this.#bytes[this.length++] = (high << 4) | valueOfDigit(digits.charCodeAt(2 * index + 1))
    }
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Puts a number where four bytes were written before. */
  patchUint32(at: number, value: number): void {
    this.#view.setUint32(at, value, true)
  }

  /** A copy of what was written; the writer starts over. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.length)
    this.length = 0
    return taken
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + count))
    larger.set(this.#bytes)
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}

/** Of a lower-case hex digit: 0 to 9 are 0x30 to 0x39, a to f are 0x61 to 0x66. */
function valueOfDigit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57
}
