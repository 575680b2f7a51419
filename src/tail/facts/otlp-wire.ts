import { OtlpProblem } from './otlp-problem.ts'
import { timeOfHalves } from './otlp-time.ts'

/** How a field is written. The two group types of old protobuf are not among them: no message of OTLP has any. */
export const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * A message in protobuf's wire format, read field by field. It never reads beyond the message. All its methods throw
 * an OtlpProblem that names the byte where the message stops making sense.
 */
export class WireReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #end: number
  readonly #origin: number
  #at: number
  #field = 0
  #type = 0

  /** `origin`: where the bytes begin in what they are a part of, for the places that problems name. */
  constructor(bytes: Uint8Array, origin = 0, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#origin = origin
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
    this.#end = end
  }

  /** Goes on to the next field; false at the end of the message. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.#varint()
    this.#field = Math.floor(tag / 8)
    this.#type = tag % 8
    if (this.#field === 0) throw this.#problem('a field has the number 0')
    return true
  }

  /** Number of the field that comes now; 0 where it is written in another way than `type` says. */
  fieldOf(type: number): number {
    return this.#type === type ? this.#field : 0
  }

  get field(): number {
    return this.#field
  }

  get type(): number {
    return this.#type
  }

  /** Goes past the value of the field. */
  skip(): void {
    switch (this.#type) {
      case WIRE.varint:
        this.#varint()
        break
      case WIRE.fixed64:
        this.#pass(8)
        break
      case WIRE.bytes:
        this.#pass(this.#length())
        break
      case WIRE.fixed32:
        this.#pass(4)
        break
      default:
        throw this.#problem(`a field is written in a way that protobuf does not have (${this.#type})`)
    }
  }

  /** A number without sign, or a boolean as 0 or 1. */
  unsigned(): number {
    return this.#varint()
  }

  /** An int64. Beyond 2^53 it is rounded. */
  signed(): number {
    const start = this.#at
    const value = this.#varint()
    if (value <= Number.MAX_SAFE_INTEGER) return value
    // A negative number, or one whose low digits the sum has lost.
    return Number(BigInt.asIntN(64, this.#bigint(start)))
  }

  /** Eight bytes of nanoseconds, in milliseconds. */
  time(): number {
    const at = this.#pass(8)
    return timeOfHalves(this.#view.getUint32(at + 4, true), this.#view.getUint32(at, true))
  }

  fixed32(): number {
    return this.#view.getUint32(this.#pass(4), true)
  }

  double(): number {
    return this.#view.getFloat64(this.#pass(8), true)
  }

  /** What is not UTF-8 becomes the replacement character. */
  text(): string {
    const length = this.#length()
    const at = this.#pass(length)
    return UTF_8.decode(this.#bytes.subarray(at, at + length))
  }

  /** The bytes as lower-case hex digits. */
  hex(): string {
    const length = this.#length()
    const at = this.#pass(length)
    let digits = ''
    for (let index = at; index < at + length && index < at + 32; index++)
      digits += HEX[this.#bytes[index] ?? 0]
    return digits
  }

  /** A message inside this one. */
  message(): WireReader {
    const length = this.#length()
    const at = this.#pass(length)
    return new WireReader(this.#bytes, this.#origin, at, at + length)
  }

  #length(): number {
    const length = this.#varint()
    if (length > this.#end - this.#at) {
      throw this.#problem(`a field says that it is ${length} bytes long, ${this.#end - this.#at} are left`)
    }
    return length
  }

  #varint(): number {
    let value = 0
    let factor = 1
    for (let count = 0; count < 10; count++) {
      if (this.#at >= this.#end) throw this.#problem('the message ends within a number')
      const byte = this.#bytes[this.#at++] ?? 0
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
    throw this.#problem('a number is longer than ten bytes')
  }

  #bigint(from: number): bigint {
    let value = 0n
    for (let at = from, shift = 0n; at < this.#at; at++, shift += 7n)
      value |= BigInt((this.#bytes[at] ?? 0) & 0x7f) << shift
    return value
  }

  #pass(count: number): number {
    const at = this.#at
    if (count > this.#end - at) {
      throw this.#problem(`a field needs ${count} bytes, ${this.#end - at} are left`)
    }
    this.#at += count
    return at
  }

  #problem(message: string): OtlpProblem {
    return new OtlpProblem('', `byte ${this.#origin + this.#at}: ${message}`)
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
