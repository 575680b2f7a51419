import { takeBytes } from './spare-buffers.ts'

const FIRST_SIZE = 64 * 1024

/** Bytes that were read and not used yet. Adding to them costs what is added, however many there are. */
export class HeldBytes {
  #buffer = new Uint8Array(FIRST_SIZE)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  /** What is held, as long as nothing is added or taken. */
  get view(): Uint8Array {
    return this.#buffer.subarray(this.#start, this.#end)
  }

  add(bytes: Uint8Array): void {
    if (this.#end + bytes.length > this.#buffer.length) this.#makeRoom(bytes.length)
    this.#buffer.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** The first `count` bytes, in an array whose buffer may be given back (spare-buffers.ts). */
  take(count: number): Uint8Array<ArrayBuffer> {
    const taken = takeBytes(count)
    taken.set(this.#buffer.subarray(this.#start, this.#start + count))
    this.drop(count)
    return taken
  }

  drop(count: number): void {
    this.#start = Math.min(this.#end, this.#start + count)
    if (this.#start === this.#end) this.#start = this.#end = 0
  }

  #makeRoom(count: number): void {
    const needed = this.length + count
    const target = needed > this.#buffer.length / 2 ? new Uint8Array(2 * needed) : this.#buffer
    target.set(this.view)
    this.#buffer = target
    this.#end = this.length
    this.#start = 0
  }
}
