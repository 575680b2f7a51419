const FIRST_SIZE = 4096
const UTF_8 = new TextEncoder()

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

  /** A text in UTF-8. */
  text(text: string): void {
    this.#reserve(text.length)
    const start = this.length
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        this.length = start
        this.append(UTF_8.encode(text))
        return
      }
      this.#bytes[this.length++] = code
    }
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Replaces a number that was written. */
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
